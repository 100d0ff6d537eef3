// A large organization with many people and channels, for measuring what one request does to others.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { KeyRing } from '../../src/base/tokens.ts'
import { FLAG } from '../../src/store/bits.ts'
import { basic } from './client.ts'
import { type Member, messageWriter, Team } from './data.ts'
import { keptFolder, SCHEMA } from './kept-folder.ts'
import { Prose } from './prose.ts'

/** What the calls of the measurement refer to. */
export interface LargeOrganization {
  folder: string
  /** The owner: in every channel, receiver of every message. */
  owner: Member
  /** Accounts that calls may end: by leaving, and by a new key. */
  leaver: Member
  renewer: Member
  users: number[]
  emails: string[]
  channels: number[]
  channelNames: string[]
  /** The channel everyone is in, and a channel of few. */
  everyone: number
  few: number
  /** A topic with a tenth of all messages, one of them, and its channel. */
  large: { channel: number; topic: string; message: number }
  /** IDs of messages: the newest, ascending. */
  newest: number[]
  /** A word that most messages contain. */
  words: string[]
}

const PEOPLE = 2000
const CHANNELS = 500
const TOPICS = 20
const BATCH = 50_000

/** Messages of the owner that are unread: more than a client is told about. */
const UNREAD_SHARE = 0.2

/** Everyone in so many messages went to these many further people. */
const RECEIVERS = 5

/** Made again when the data model or this file changes. */
export const largeOrganization = (count: number): Promise<LargeOrganization> =>
  keptFolder(`large-${count}`, [SCHEMA, import.meta.filename], (folder) => fill(folder, count))

/** An ordinary member. @param at 0 is the owner; the last two are the leaver and the renewer */
export function memberAt({ folder, users }: LargeOrganization, at: number): Member {
  const keys = new KeyRing(readFileSync(join(folder, 'secret.key')))
  const id = users[at]!
  return { id, authorization: basic(`member${at}@harbour.test`, keys.apiKey(id, 1)) }
}

async function fill(folder: string, count: number): Promise<Omit<LargeOrganization, 'folder'>> {
  const team = await Team.found(folder)
  team.addMembers(PEOPLE)
  const { members } = team
  const owner = members[0]!
  const channelNames = Array.from({ length: CHANNELS }, (_, index) => `Channel ${index}`)
  const channels = channelNames.map((name, index) => {
    const others = members.filter((_, at) => at > 0 && (index === 0 || (at + index) % 100 === 0))
    const id = team.addChannel(name, [owner, ...others])
    const topics = Array.from({ length: TOPICS }, (_, topic) => team.addTopic(id, `Topic ${topic}`))
    return { id, topics }
  })
  const large = { id: team.addTopic(channels[0]!.id, 'Large'), channel: channels[0]!.id }
  const prose = new Prose(7)
  const writer = messageWriter(team.db)
  let [newest, largeMessage] = [0, 0]
  const one = (index: number) => {
    const channel = channels[prose.below(CHANNELS)]!
    const isLarge = prose.random() < 0.1
    newest = writer.write({
      conversation: isLarge ? large.id : channel.topics[prose.below(TOPICS)]!,
      channel: isLarge ? large.channel : channel.id,
      sender: members[prose.below(PEOPLE)]!.id,
      content: prose.message(),
    })
    if (isLarge) largeMessage = newest
    const isUnread = index > count * (1 - UNREAD_SHARE)
    const flags = (isUnread ? 0 : FLAG.read) | (index % 100 === 0 ? FLAG.starred : 0)
    const first = 1 + prose.below(PEOPLE - RECEIVERS - 1)
    const others = members.slice(first, first + RECEIVERS)
    writer.give(
      newest,
      new Map([[owner.id, flags], ...others.map(({ id }) => [id, FLAG.read] as const)]),
    )
  }
  for (let index = 0; index < count; ) {
    team.db.transaction(() => {
      for (const end = Math.min(count, index + BATCH); index < end; index++) one(index)
      writer.keepIndexes()
    })()
    process.stderr.write(`  ${index} of ${count} messages\n`)
  }
  const emails = team.db.prepare<[], string>('SELECT email FROM user ORDER BY id').pluck().all()
  team.close()
  return {
    owner,
    leaver: members.at(-1)!,
    renewer: members.at(-2)!,
    users: members.map(({ id }) => id),
    emails: emails.filter((email) => email.startsWith('member')),
    channels: channels.map(({ id }) => id),
    channelNames,
    everyone: channels[0]!.id,
    few: channels[1]!.id,
    large: { channel: large.channel, topic: 'Large', message: largeMessage },
    newest: Array.from({ length: Math.min(count, 200_000) }, (_, at) => newest - at).reverse(),
    words: prose.message().split(' ').slice(0, 5),
  }
}
