// Speaks SMTP as another mail server would.

import { connect, type Socket } from 'node:net'
import { createInterface, type Interface } from 'node:readline'

/** One conversation with a mail server, line by line, as another mail server would have it. */
export class Conversation implements AsyncDisposable {
  readonly #socket: Socket
  readonly #lines: AsyncIterator<string>
  readonly #reader: Interface
  #greeted = false

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1')
    this.#reader = createInterface({ input: this.#socket })
    this.#lines = this.#reader[Symbol.asyncIterator]()
  }

  /** The server's next answer, all lines of it. */
  async hear(): Promise<string> {
    const lines: string[] = []
    while (true) {
      const { value, done } = await this.#lines.next()
      if (done) throw new Error('the server has closed the connection')
      lines.push(value)
      if (/^\d{3} /.test(value)) return lines.join('\n')
    }
  }

  async say(line: string): Promise<string> {
    this.#socket.write(`${line}\r\n`)
    return this.hear()
  }

  /** @returns the code of the first answer that is a refusal, else of the last one */
  async send(to: readonly string[], mail: string): Promise<number> {
    if (!this.#greeted) await this.hear()
    this.#greeted = true
    const commands = [
      'EHLO client.example',
      'MAIL FROM:<ann@client.example>',
      ...to.map((address) => `RCPT TO:<${address}>`),
      'DATA',
      `${mail.replace(/\r?\n/g, '\r\n').replace(/^\./gm, '..')}\r\n.`,
    ]
    let answer = ''
    for (const command of commands) {
      answer = await this.say(command)
      if (/^[45]/.test(answer)) break
    }
    return Number(answer.slice(0, 3))
  }

  async [Symbol.asyncDispose]() {
    this.#reader.close()
    this.#socket.destroy()
  }
}
