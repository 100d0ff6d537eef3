// Which conversation each message belongs to, in memory for the messages that were asked for lately: the
// row of a message holds its text, and five thousand of them take as long to find as everything else
// about the unread messages of a person.

import { onRowChange } from './changes.ts'
import type { Db } from './db.ts'

/** Messages whose conversations are kept together: those of unread messages lie close to each other. */
const BLOCK = 4096

/** Blocks that are kept, of 16 kB each: four million bytes for a million messages. */
const MOST_BLOCKS = 256

/** By message of a block; 0: not known. */
type Block = Uint32Array

/** Answers from memory, and reads what it does not know. */
export function messageConversations(db: Db) {
  const read = db
    .prepare<[ids: string], string>(`
      SELECT json_group_array(coalesce(
               (SELECT conversation_id FROM message WHERE message.id = listed.value), 0))
        FROM json_each(?) AS listed`)
    .pluck()
  const blocks = new Map<number, Block>()

  function forget(id: number) {
    const block = blocks.get(Math.floor(id / BLOCK))
    if (block) block[id % BLOCK] = 0
  }
  const moves = { table: 'message', columns: ['conversation_id'], ignoreInserts: true, key: 'id' }
  onRowChange(db, moves, (id) => forget(id as number))

  /** Keeps what was read, in place of what was asked for longest ago. */
  function keep(id: number, conversation: number) {
    const number = Math.floor(id / BLOCK)
    let block = blocks.get(number)
    if (!block) {
      if (blocks.size === MOST_BLOCKS) blocks.delete(blocks.keys().next().value!)
      block = new Uint32Array(BLOCK)
      blocks.set(number, block)
    }
    block[id % BLOCK] = conversation
  }

  /** Reads the conversations that are not known. What a transaction sees may be taken back, and is not kept. */
  function complete(ids: readonly number[], conversations: number[]) {
    const places: number[] = []
    for (let at = 0; at < ids.length; at++) if (conversations[at] === 0) places.push(at)
    if (places.length === 0) return
    const missing = places.map((at) => ids[at]!)
    const found: number[] = JSON.parse(read.get(JSON.stringify(missing))!)
    const isKept = !db.inTransaction
    places.forEach((at, index) => {
      conversations[at] = found[index]!
      if (isKept) keep(ids[at]!, found[index]!)
    })
  }

  /** The conversation of each of these messages; 0 for one that does not exist. */
  return (ids: readonly number[]): number[] => {
    const conversations: number[] = new Array(ids.length)
    let number = -1
    let block: Block | undefined
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at]!
      const wanted = Math.floor(id / BLOCK)
      if (wanted !== number) {
        number = wanted
        block = blocks.get(number)
        // The blocks stay in the order in which they were asked for.
        if (block && blocks.delete(number)) blocks.set(number, block)
      }
      conversations[at] = block === undefined ? 0 : block[id % BLOCK]!
    }
    complete(ids, conversations)
    return conversations
  }
}
