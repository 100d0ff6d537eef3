// A data folder with up to ten million messages, made once and kept.

import { join } from 'node:path'
import { openDatabase } from '../../src/store/db.ts'
import { TextPieces } from '../../src/store/text-pieces.ts'
import { type Member, messageWriter, Team } from './data.ts'
import { keptFolder, SCHEMA } from './kept-folder.ts'
import { Prose } from './prose.ts'

/** A data folder with many messages, and what to look for in it. */
export interface Archive {
  folder: string
  reader: string
  channel: string
  topic: string
  /** A topic with a tenth of all messages, and one message of it. */
  large: { topic: string; message: number }
  /** The API address of a user who gets messages of the reader. */
  friend: number
  /** A word of one in some hundred messages. */
  word: string
}

const CHANNELS = 5
const TOPICS = 40
const BATCH = 50_000

/** Starred messages, and as many mentions: enough for several pages. */
const MARKED = 1000

/** An organization with `count` messages, all received by its owner. */
export async function archive(count: number): Promise<Archive> {
  const kept = await keptFolder(`${count}`, [SCHEMA, import.meta.filename], (folder) =>
    fill(folder, count),
  )
  forgetMoves(kept.folder)
  return kept
}

/** What earlier runs renamed is history that each message of the topic would be read with. */
function forgetMoves(folder: string) {
  const db = openDatabase(join(folder, 'hearth.db'))
  db.exec('DELETE FROM message_edit')
  db.close()
}

async function fill(folder: string, count: number): Promise<Omit<Archive, 'folder'>> {
  const team = await Team.found(folder)
  team.addMembers(20)
  const [owner, friend] = team.members as [Member, Member]
  const channels = Array.from({ length: CHANNELS }, (_, index) => {
    const id = team.addChannel(`Channel ${index}`, team.members)
    return {
      id,
      topics: Array.from({ length: TOPICS }, (_, topic) => team.addTopic(id, `Topic ${topic}`)),
    }
  })
  const large = { id: team.addTopic(channels[0]!.id, 'Large'), channel: channels[0]!.id }
  const direct = team.addDirect([owner, friend])
  const prose = new Prose(7)
  const writer = messageWriter(team.db)
  let largeMessage = 0

  const one = (index: number) => {
    const sender = team.members[prose.below(team.members.length)]!.id
    const channel = channels[prose.below(CHANNELS)]!
    const place = prose.random()
    const content = prose.message()
    if (place < 0.1) {
      largeMessage = writer.write({
        conversation: large.id,
        channel: large.channel,
        sender,
        content,
      })
      return give(largeMessage, index)
    }
    const isDirect = place < 0.2
    const id = writer.write({
      conversation: isDirect ? direct : channel.topics[prose.below(TOPICS)]!,
      channel: isDirect ? null : channel.id,
      sender: isDirect ? (index % 2 === 0 ? owner.id : friend.id) : sender,
      content,
    })
    give(id, index, isDirect ? 2048 : 0)
  }
  /** Nearly all is read; as many messages are starred and mention the reader whatever the count. */
  const give = (id: number, index: number, bits = 0) => {
    const read = index >= count - 1000 ? 0 : 1
    const starred = index % (count / MARKED) === 0 ? 2 : 0
    const mentioned = index % (count / MARKED) === 1 ? 8 : 0
    writer.give(id, new Map([[owner.id, bits | read | starred | mentioned]]))
  }
  for (let index = 0; index < count; ) {
    team.db.transaction(() => {
      for (const end = Math.min(count, index + BATCH); index < end; index++) one(index)
      writer.keepIndexes()
    })()
    if (count > BATCH) process.stderr.write(`  ${index} of ${count} messages\n`)
  }
  // A server merges its text index while nobody writes.
  team.db.transaction(() => new TextPieces(team.db).mergeAll())()
  team.close()
  return {
    reader: owner.authorization,
    channel: 'Channel 1',
    topic: 'Topic 3',
    large: { topic: 'Large', message: largeMessage },
    friend: friend.id,
    word: new Prose(7)
      .message()
      .split(' ')
      .sort((a, b) => b.length - a.length)[0]!,
  }
}
