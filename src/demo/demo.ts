// Serves the demo organization, with its bot and, where asked for, its talkative people.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../base/clock.ts'
import { type Log, silentLog } from '../base/log.ts'
import { randomToken } from '../base/tokens.ts'
import type { Config } from '../config.ts'
import { type Hearth, startHearth } from '../main.ts'
import { DATABASE } from '../store/folder/data-folder.ts'
import { BOT, DEMO_PASSWORD, PEOPLE } from './cast.ts'
import { DemoClient } from './client.ts'
import { runKeeper } from './keeper.ts'
import { keepTalking } from './lively.ts'
import { type DemoAccount, demoAccounts, makeDemo } from './make.ts'

/** A demo that is being served. */
export interface Demo {
  hearth: Hearth
  /** One link a person, which logs the browser in that opens it. */
  links: { name: string; email: string; role: string; url: string }[]
  password: string
  stop(): Promise<void>
}

/**
 * Makes the organization where the folder has none yet, and serves it.
 * @throws StartError with one line that says what is wrong
 */
export async function startDemo(config: Config, { lively }: { lively: boolean }): Promise<Demo> {
  const accounts = existsSync(join(config.data, DATABASE))
    ? await demoAccounts(config)
    : await makeDemo(config, Date.now())
  const people = PEOPLE.map((person) => ({ ...person, account: accounts.get(person.key)! }))
  const tokens = new Map(people.map(({ account }) => [account, randomToken(24)]))
  const hearth = await startHearth(config, {
    clock: systemClock,
    log: errorsOf(),
    logins: new Map([...tokens].map(([{ id }, token]) => [token, id])),
  })
  const abort = new AbortController()
  const clientOf = (account: DemoAccount) => new DemoClient(hearth.localUrl, account, abort.signal)
  const background = [runKeeper(clientOf(accounts.get(BOT.key)!), Date.now)]
  if (lively) {
    const clients = new Map(people.map(({ key, account }) => [key, clientOf(account)]))
    background.push(keepTalking(clients, abort.signal))
  }
  const ended = Promise.allSettled(background)
  return {
    hearth,
    links: people.map(({ name, role, account }) => ({
      name,
      role,
      email: account.email,
      url: `${hearth.localUrl}/log-in-as/${tokens.get(account)}`,
    })),
    password: DEMO_PASSWORD,
    async stop() {
      abort.abort()
      await ended
      await hearth.stop()
    },
  }
}

/** Requests are no news in a demo; what goes wrong is. */
function errorsOf(): Log {
  return { ...silentLog, error: (event, fields) => console.error(event, fields ?? '') }
}
