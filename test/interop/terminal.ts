// A terminal in which tests press keys and read the screen, by tmux.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { clientFolder } from './clients.ts'

const WIDTH = 140
const HEIGHT = 40

/** Longer than the client takes for anything, shorter than a test file may take. */
const PATIENCE_MS = 20_000

/** A program on a screen of its own, where keys are pressed and text is read. */
export interface Terminal extends AsyncDisposable {
  /** Presses keys by tmux's names: Enter, Escape, Tab, C-d, Down. */
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** The text on the screen once all these are on it. */
  shows(...wanted: (string | RegExp)[]): Promise<string>
  /** The text on the screen once this is not on it any more. */
  loses(unwanted: string | RegExp): Promise<string>
}

/** Starts the terminal client with a zuliprc; without one it asks for a login. */
export function startTerminal(zuliprc: string): Promise<Terminal> {
  const client = `python3 -m zulipterminal.cli.run --config-file ${zuliprc} --no-autohide`
  // Its traces of harmless races would be written across the screen; so would its questions.
  const withoutTraces = existsSync(zuliprc) ? `${client} 2>${zuliprc}.err` : client
  return openScreen(withoutTraces, {
    PYTHONPATH: clientFolder('terminal'),
    HOME: join(zuliprc, '..'),
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  })
}

/**
 * tmux in control mode: it says on its output when something on the screen has changed, and answers
 * each command with a block of lines, in order.
 */
async function openScreen(command: string, env: Record<string, string>): Promise<Terminal> {
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  const socket = join(env.HOME!, `${crypto.randomUUID()}.tmux`)
  const size = ['-x', String(WIDTH), '-y', String(HEIGHT)]
  // A program that has failed leaves its last screen, for the failed test to show.
  const program = `${command}; cat`
  const tmux = spawn(
    'tmux',
    ['-S', socket, '-f', '/dev/null', '-C', 'new-session', ...size, ...variables, program],
    {
      // The client writes its traces where it was started.
      cwd: env.HOME!,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, TERM: 'xterm-256color' },
    },
  )
  const ended = new Promise((resolve) => tmux.on('close', resolve))
  const answers: ((lines: string[]) => void)[] = []
  let block: string[] | undefined
  let look = () => {}
  createInterface(tmux.stdout).on('line', (line) => {
    if (line.startsWith('%begin ')) block = []
    else if (line.startsWith('%end ') || line.startsWith('%error ')) {
      answers.shift()?.(block ?? [])
      block = undefined
    } else if (block) block.push(line)
    else if (line.startsWith('%output ')) void look()
  })
  const tell = (line: string) => {
    tmux.stdin.write(`${line}\n`)
    return new Promise<string[]>((resolve) => answers.push(resolve))
  }
  // The first block answers new-session itself.
  await new Promise<string[]>((resolve) => answers.push(resolve))
  await tell(`refresh-client -C ${WIDTH}x${HEIGHT}`)
  const read = async () => (await tell('capture-pane -p')).join('\n')

  function waitUntil(fits: (screen: string) => boolean, wish: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let latest = ''
      let isOver = false
      const end = () => {
        isOver = true
        clearTimeout(giveUp)
      }
      const giveUp = setTimeout(() => {
        end()
        reject(new Error(`${wish}, but the screen is:\n${latest}`))
      }, PATIENCE_MS)
      look = async () => {
        if (isOver) return
        const screen = await read()
        // Several looks may be on their way when the first finds what it is for.
        if (isOver) return
        latest = screen
        if (!fits(screen)) return
        end()
        resolve(screen)
      }
      void look()
    })
  }
  const has = (screen: string, wanted: string | RegExp) =>
    typeof wanted === 'string' ? screen.includes(wanted) : wanted.test(screen)

  return {
    async press(...keys) {
      await tell(`send-keys ${keys.map(quote).join(' ')}`)
    },
    async type(text) {
      await tell(`send-keys -l ${quote(text)}`)
    },
    shows: (...wanted) =>
      waitUntil(
        (screen) => wanted.every((text) => has(screen, text)),
        `expected ${wanted.map(String).join(' and ')}`,
      ),
    loses: (unwanted) => waitUntil((screen) => !has(screen, unwanted), `expected no ${unwanted}`),
    async [Symbol.asyncDispose]() {
      tmux.stdin.write('kill-server\n')
      await ended
    },
  }
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
