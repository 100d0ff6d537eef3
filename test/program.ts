// Runs programs of other makers beside a test.

import { type ChildProcess, spawn } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'

/** A program of another maker that runs beside the test. */
export interface Running extends AsyncDisposable {
  /** Resolves when it has written a line that matches. */
  line(pattern: RegExp): Promise<void>
  kill(): Promise<void>
}

/** Starts a program with nothing but these variables in its environment. */
export function run(program: string, args: string[], env: NodeJS.ProcessEnv): Running {
  const child: ChildProcess = spawn(program, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      for (const look of waiting) look()
    })
  }
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return {
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!pattern.test(said)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        void ended.then(() => reject(new Error(`${program} ended: ${said}`)))
        look()
      }),
    kill,
    [Symbol.asyncDispose]: kill,
  }
}

/** A port that was free a moment ago, for programs that cannot say which one they got. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
