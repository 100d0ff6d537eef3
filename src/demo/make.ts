// Makes the demo organization in an empty data folder: people, channels, two weeks of messages.

import { readAsset } from '../base/assets.ts'
import { silentLog } from '../base/log.ts'
import type { Config } from '../config.ts'
import { ROLE } from '../domain/access/roles.ts'
import { createAccount } from '../domain/authentication/accounts.ts'
import { apiKey } from '../domain/authentication/api-keys.ts'
import type { App, Context } from '../domain/kernel/context.ts'
import { BROWSER_DEFAULTS, foundOrganization } from '../domain/organization-management/founding.ts'
import { StartError } from '../errors.ts'
import { openDomain } from '../open-domain.ts'
import { BOT, CHANNELS, DEMO_PASSWORD, DRAFTS, ORGANIZATION, PEOPLE } from './cast.ts'
import { PictureSizes } from './picture-sizes.ts'
import { Performer, Player, ScriptClock } from './player.ts'
import { readScript } from './script.ts'

/** What happened in the last minutes is new to everyone but its author. */
const UNREAD_MINUTES = 300

const DAY = 86_400_000

/** Address of a person of the demo, by the key in the cast. */
export const demoAddress = (key: string) => `${key}@harbour.example`

/**
 * Fills the data folder of the configuration.
 * @param now milliseconds since 1970; the newest message is some minutes older
 * @returns the accounts by their keys in the cast
 * @throws StartError where the folder cannot be used; RequestError where it has an organization
 */
export async function makeDemo(config: Config, now: number): Promise<Map<string, DemoAccount>> {
  const clock = new ScriptClock(now - 15 * DAY)
  const domain = openDomain(config, clock, silentLog, { unsynced: true })
  const ctx: App = { ...domain.ctx, images: new PictureSizes() }
  try {
    const cast = await enterCast(ctx)
    const owner = cast.get(PEOPLE[0]!.key)!
    await openChannels(owner, cast)
    await enterBot(ctx, owner, cast)
    const player = new Player(cast, clock)
    const messages = readScript(readAsset('src/demo/conversations.txt'), now)
    let isCaughtUp = false
    for (const message of messages) {
      if (!isCaughtUp && message.at > now - UNREAD_MINUTES * 60_000) {
        await readEverything(ctx, cast)
        isCaughtUp = true
      }
      await player.play(message)
    }
    clock.set(now)
    await leavePersonalThings(owner, cast)
    await ctx.backgroundJobs.stop()
    return new Map([...cast].map(([key, { id }]) => [key, accountOf(ctx, id)]))
  } finally {
    await domain.close()
  }
}

async function enterCast(ctx: App): Promise<Map<string, Performer>> {
  const cast = new Map<string, Performer>()
  const [owner, ...others] = PEOPLE
  const ownerId = await foundOrganization(ctx, {
    userDefaults: BROWSER_DEFAULTS,
    name: ORGANIZATION,
    ownerEmail: demoAddress(owner!.key),
    ownerName: owner!.name,
    password: DEMO_PASSWORD,
  })
  cast.set(owner!.key, new Performer(ctx, ownerId, owner!.name))
  // All of them have the owner's password, so its hash is made once.
  const passwordHash = ctx.store.users.find(ownerId)!.password_hash
  await ctx.commit((tx) => {
    for (const { key, name, role, timezone } of others) {
      const email = demoAddress(key)
      const account = { email, fullName: name, passwordHash, role: ROLE[role], timezone }
      cast.set(key, new Performer(ctx, createAccount(tx, account), name))
    }
  })
  return cast
}

async function openChannels(owner: Performer, cast: Map<string, Performer>) {
  const folders = new Map<string, unknown>()
  for (const folder of new Set(CHANNELS.map((channel) => channel.folder))) {
    const made = await owner.call('POST /channel_folders/create', { name: folder, description: '' })
    folders.set(folder, made.channel_folder_id)
  }
  for (const { name, description, folder, members } of CHANNELS) {
    const people = [...cast].filter(([key]) => !members || members.includes(key))
    await owner.call('POST /users/me/subscriptions', {
      subscriptions: [{ name, description }],
      principals: people.map(([, { id }]) => id),
      announce: false,
    })
    const { stream_id } = await owner.call('GET /get_stream_id', { stream: name })
    await owner.call('PATCH /streams/:stream_id', {
      stream_id,
      description,
      folder_id: folders.get(folder),
    })
  }
}

async function enterBot(ctx: App, owner: Performer, cast: Map<string, Performer>) {
  const { user_id } = await owner.call('POST /bots', {
    full_name: BOT.name,
    short_name: BOT.shortName,
    bot_type: 1,
  })
  cast.set(BOT.key, new Performer(ctx, user_id as number, BOT.name))
}

async function readEverything(ctx: Context, cast: Map<string, Performer>) {
  const people = [...cast.values()].filter(({ id }) => ctx.store.users.find(id)!.bot_type === null)
  await Promise.all(people.map((person) => person.call('POST /mark_all_as_read')))
}

/** Statuses of people, and what the owner keeps: drafts, a star, a pinned channel. */
async function leavePersonalThings(owner: Performer, cast: Map<string, Performer>) {
  for (const { key, status } of PEOPLE) {
    if (status)
      await cast.get(key)!.call('POST /users/me/status', {
        status_text: status.text,
        emoji_name: status.emoji,
      })
  }
  const streams = new Map<string, unknown>()
  for (const { channel, topic, content } of DRAFTS) {
    const { stream_id } = await owner.call('GET /get_stream_id', { stream: channel })
    streams.set(channel, stream_id)
    await owner.call('POST /drafts', {
      drafts: [{ type: 'stream', to: [stream_id], topic, content }],
    })
  }
  await owner.call('POST /users/me/subscriptions/properties', {
    subscription_data: [
      { stream_id: streams.get('engineering'), property: 'pin_to_top', value: true },
    ],
  })
}

/** An account of the demo, with the key that a client of the API uses. */
export interface DemoAccount {
  id: number
  email: string
  apiKey: string
}

const accountOf = (ctx: Context, id: number): DemoAccount => {
  const user = ctx.store.users.find(id)!
  return { id, email: user.email, apiKey: apiKey(ctx, user) }
}

/**
 * The accounts of a demo that was made before, by their keys in the cast.
 * @throws StartError where the folder holds another organization
 */
export async function demoAccounts(config: Config): Promise<Map<string, DemoAccount>> {
  const { ctx, close } = openDomain(config, new ScriptClock(Date.now()), silentLog)
  try {
    const accounts = new Map<string, DemoAccount>()
    for (const { id, full_name } of ctx.store.users.all()) {
      const key = [...PEOPLE, BOT].find(({ name }) => name === full_name)?.key
      if (key !== undefined) accounts.set(key, accountOf(ctx, id))
    }
    if (accounts.size <= PEOPLE.length) {
      throw new StartError(`${config.data} holds an organization that is not the demo.`)
    }
    return accounts
  } finally {
    ctx.images.stop()
    await close()
  }
}
