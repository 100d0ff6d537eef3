// Reads conversations.txt: who said what, where and when in the demo organization.
//
//   === engineering > release 2.4     a topic; "=== dm ana, ben" a direct conversation
//   --- -12 10:15                     the time of the next message: days before today, or
//   --- now -95                       minutes before now
//   ben +4: text                      a message, minutes after the one before; further lines follow
//   ^ :tada: ana emi                  their reactions to it
//   ^ vote 0 ana emi                  their votes in its poll
//   === resolve                       the topic is marked as resolved

export type Place = { channel: string; topic: string } | { people: string[] }

export interface ScriptedMessage {
  place: Place
  sender: string
  /** Milliseconds since 1970. */
  at: number
  content: string
  reactions: { emoji: string; people: string[] }[]
  votes: { option: number; people: string[] }[]
  /** The topic is resolved after this message. */
  resolves: boolean
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * All messages in the order of their times.
 * @param now milliseconds since 1970; no message is later
 * @throws Error with the line that cannot be read
 */
export function readScript(text: string, now: number): ScriptedMessage[] {
  const reader = new ScriptReader(now)
  for (const line of text.split('\n')) reader.read(line)
  return reader.messages.sort((one, other) => one.at - other.at)
}

class ScriptReader {
  readonly messages: ScriptedMessage[] = []
  readonly #now: number
  readonly #today: number
  #place: Place | undefined
  #at = 0
  #last: ScriptedMessage | undefined

  constructor(now: number) {
    this.#now = now
    this.#today = now - (now % DAY)
  }

  read(line: string) {
    const heading = /^=== (.+)$/.exec(line)
    const time = /^--- (.+)$/.exec(line)
    const mark = /^\^ (\S+) (.+)$/.exec(line)
    const start = /^([a-z]+)(?: \+(\d+))?: (.*)$/.exec(line)
    if (heading) this.#open(heading[1]!)
    else if (time) this.#at = this.#timeOf(time[1]!)
    else if (mark) this.#mark(mark[1]!, mark[2]!)
    else if (start) this.#start(start[1]!, Number(start[2] ?? 0), start[3]!)
    else if (this.#last) this.#last.content += `\n${line}`
  }

  #open(heading: string) {
    this.#finish()
    if (heading === 'resolve') {
      this.messages.at(-1)!.resolves = true
      return
    }
    const people = /^dm (.+)$/.exec(heading)?.[1]?.split(', ')
    const [channel = '', topic = ''] = heading.split(' > ')
    this.#place = people ? { people } : { channel, topic }
  }

  #timeOf(text: string): number {
    this.#finish()
    const beforeNow = /^now -(\d+)$/.exec(text)
    if (beforeNow) return this.#now - Number(beforeNow[1]) * MINUTE
    const [, days, hours, minutes] = /^-(\d+) (\d\d):(\d\d)$/.exec(text) ?? []
    if (days === undefined) throw new Error(`conversations.txt: cannot read the time "${text}"`)
    return this.#today - Number(days) * DAY + (Number(hours) * 60 + Number(minutes)) * MINUTE
  }

  #mark(what: string, rest: string) {
    const message = this.#last ?? this.messages.at(-1)
    if (!message) throw new Error(`conversations.txt: "${what}" stands before any message`)
    const words = rest.split(' ')
    if (what === 'vote') {
      message.votes.push({ option: Number(words[0]), people: words.slice(1) })
    } else {
      message.reactions.push({ emoji: what.replaceAll(':', ''), people: words })
    }
  }

  #start(sender: string, minutes: number, content: string) {
    this.#finish()
    if (!this.#place) throw new Error(`conversations.txt: "${content}" has no topic`)
    this.#at = Math.min(this.#at + minutes * MINUTE, this.#now)
    this.#last = {
      place: this.#place,
      sender,
      at: this.#at,
      content,
      reactions: [],
      votes: [],
      resolves: false,
    }
  }

  /** A widget's command is a message of its own, because it must begin one. */
  #finish() {
    if (!this.#last) return
    const [text = '', ...command] = this.#last.content.trim().split(/\n(?=\/(?:poll|todo) )/)
    const message = { ...this.#last, content: text }
    this.#last = undefined
    if (command.length === 0) {
      this.messages.push(message)
      return
    }
    const widget = { ...message, content: command.join('\n') }
    this.messages.push({ ...message, reactions: [], votes: [], resolves: false }, widget)
  }
}
