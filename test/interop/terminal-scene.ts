// A server with people, and the terminal client of one of them.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import { type Chat, expectSuccess, type Person, type ReceivedEvent, startChat } from '../chat.ts'
import { hasClient } from './clients.ts'
import { startTerminal, type Terminal } from './terminal.ts'

const ATTEMPTS = 3
const runs = hasClient('terminal', 'tmux', 'python3') ? test : test.skip

/**
 * A test in which a person uses the terminal client; skipped if it is not installed.
 *
 * The client is at fault now and then: it replaces lines of its list of messages in one thread while
 * another empties it (`_update_rendered_view`, an IndexError), and a key is lost or it ends. So it
 * may trip twice and start over with a server of its own; what is our fault fails every time.
 */
export function withTerminal(name: string, scenario: () => Promise<void>) {
  runs(name, async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await scenario()
      } catch (error) {
        if (attempt === ATTEMPTS) throw error
        console.log(`again, because the client tripped: ${name}\n${(error as Error).message}`)
      }
    }
  })
}

export interface Scene extends AsyncDisposable {
  chat: Chat
  olga: Person
  ben: Person
  cleo: Person
  /** Ben's message in ships, and Cleo's to Olga. */
  aboutMasts: number
  whispered: number
  /** Olga's, as another of her clients hears them. */
  own: { until(matches: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent> }
  /** Olga's. */
  terminal: Terminal
}

export async function startScene(
  prepare: (people: { olga: Person; ben: Person }) => Promise<void> = async () => {},
): Promise<Scene> {
  const chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const cleo = await chat.join('Cleo')
  // The client compares times with its own clock.
  chat.clock.advance(Math.floor((Date.now() - chat.clock.now()) / 1000))
  await olga.subscribe('ships', { principals: [olga.id, ben.id, cleo.id] })
  expectSuccess(await ben.post('/users/me/presence', { status: 'active' }))
  await ben.say('general', 'tea', 'The *kettle* is **on** fire')
  const aboutMasts = await ben.say('ships', 'masts', 'We have three')
  const whispered = await cleo.tell([olga], 'psst')
  await prepare({ olga, ben })
  const inbox = await olga.listen()
  const heard: ReceivedEvent[] = []
  const terminal = await startTerminal(zuliprcOf(chat, olga))
  return {
    chat,
    olga,
    ben,
    cleo,
    aboutMasts,
    whispered,
    own: {
      async until(matches) {
        for (;;) {
          const at = heard.findIndex(matches)
          if (at >= 0) return heard.splice(0, at + 1).at(-1)!
          heard.push(...(await inbox.wait()))
        }
      },
    },
    terminal,
    async [Symbol.asyncDispose]() {
      await terminal[Symbol.asyncDispose]()
      await chat[Symbol.asyncDispose]()
    },
  }
}

function zuliprcOf(chat: Chat, { email, key, url }: Person): string {
  const file = join(chat.folder, 'zuliprc')
  writeFileSync(file, `[api]\nemail=${email}\nkey=${key}\nsite=${url}\n`, { mode: 0o600 })
  return file
}

/** Selects the newest message, by which all before it are read. */
export async function goToLast(terminal: Terminal) {
  await terminal.shows('psst')
  await terminal.press('Right', 'G')
  await terminal.shows('All messages  Search')
  await terminal.loses(/Private messages \[P\] +\d/)
}

/** Opens the list of a channel's topics on the left. */
export async function openTopics(terminal: Terminal, channel: string) {
  await terminal.shows(`# ${channel}`)
  await terminal.press('q')
  await terminal.type(channel)
  await terminal.shows(new RegExp(`^ ${channel} `, 'm'))
  await terminal.press('Enter')
  await terminal.shows('Search Results')
  await terminal.press('t')
  await terminal.shows('━ Topics ━')
}

export const peopleOf = ({ display_recipient }: { display_recipient: { id: number }[] }) =>
  display_recipient.map(({ id }) => id)
