// The bare limit: a server that does only the unavoidable part of each benchmark.

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openDatabase } from '../../src/store/db.ts'

/*
 * The bare limit: node:http and better-sqlite3 doing only the work, on a copy of the same data with
 * the same durability. It knows nobody, checks nothing, understands nothing and renders nothing;
 * what to answer and what to write is laid ready in bare.json. What no server on the same two
 * libraries could be faster at is what Hearth is compared with.
 */

/** What the bare limit works with; each measure lays ready what it needs. */
export interface Ready {
  /** For sends: the row to write, and who receives it. */
  send?: {
    conversation: number
    channel: number
    sender: number
    content: string
    rendered: string
    plain: string
    receivers: number[]
  }
}

const folder = process.argv[2]!
const ready = JSON.parse(readFileSync(join(folder, 'bare.json'), 'utf8')) as Ready
const db = openDatabase(join(folder, 'hearth.db'))
const waiting: ServerResponse[] = []
const routes: Record<string, (req: IncomingMessage, res: ServerResponse, rest: string) => void> = {
  fetch: fetchPage(),
  send: sendMessage(),
  wait: (_req, res) => void waiting.push(res),
  'fan-out': fanOut(),
}

const server = createServer((req, res) => {
  const [name, rest = ''] = req.url!.slice(1).split('/', 2)
  routes[name!]!(req, res, rest)
})
server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit(0))

/**
 * `/fetch/3,1200`: the 100 messages of the channel up to 1200 as user 3 reads them. Their JSON up
 * to the flags lies in the table `ready`.
 */
function fetchPage() {
  db.exec('CREATE TABLE IF NOT EXISTS ready (id INTEGER PRIMARY KEY, text TEXT NOT NULL)')
  const page = db.prepare<[number, number], { text: string; flags: number | null }>(`
    SELECT text, flags FROM ready LEFT JOIN user_message ON user_id = ? AND message_id = id
     WHERE id <= ? ORDER BY id DESC LIMIT 100`)
  return (_req: IncomingMessage, res: ServerResponse, rest: string) => {
    const [user, from] = rest.split(',').map(Number) as [number, number]
    const rows = page.all(user, from)
    let messages = ''
    for (let index = rows.length - 1; index >= 0; index--) {
      const { text, flags } = rows[index]!
      messages += `${messages === '' ? '' : ','}${text}${flags === 1 ? '["read"]' : '[]'}}`
    }
    answer(
      res,
      `{"result":"success","msg":"","messages":[${messages}],"history_limited":false,"anchor":${from},` +
        '"found_anchor":true,"found_oldest":false,"found_newest":false}',
    )
  }
}

/** Writes what every send writes: one message, its text for search, a row for each receiver. */
function writeRows() {
  const message = db.prepare(
    `INSERT INTO message (conversation_id, channel_id, sender_id, sent_at, client, content, rendered,
                          renderer_version)
     VALUES (?, ?, ?, ?, 'website', ?, ?, 1)`,
  )
  const index = db.prepare('INSERT INTO message_text (rowid, body) VALUES (?, ?)')
  const give = db.prepare('INSERT INTO user_message VALUES (?, ?, 0)')
  const now = 1_700_000_000
  return () => {
    const { conversation, channel, sender, content, rendered, plain, receivers } = ready.send!
    const id = message.run(conversation, channel, sender, now, content, rendered).lastInsertRowid
    index.run(id, plain)
    for (const userId of receivers) give.run(userId, id)
    return id
  }
}

/** The least that sending means: the text, and a row for each receiver that could say "unread". */
function writeLeast() {
  db.exec(`
    CREATE TABLE bare_message (id INTEGER PRIMARY KEY, content TEXT NOT NULL) STRICT;
    CREATE TABLE bare_received (
      user_id INTEGER NOT NULL, message_id INTEGER NOT NULL, flags INTEGER NOT NULL,
      PRIMARY KEY (user_id, message_id)) STRICT, WITHOUT ROWID;`)
  const message = db.prepare('INSERT INTO bare_message (content) VALUES (?)')
  const give = db.prepare('INSERT INTO bare_received VALUES (?, ?, 0)')
  return () => {
    const { content, receivers } = ready.send!
    const id = message.run(content).lastInsertRowid
    for (const userId of receivers) give.run(userId, id)
    return id
  }
}

/** `/send`: whatever arrives in one turn of the event loop is written in one transaction. */
function sendMessage() {
  const [write, begin, commit] = [writeLeast(), db.prepare('BEGIN IMMEDIATE'), db.prepare('COMMIT')]
  let arrived: ServerResponse[] = []
  const flush = () => {
    const served = arrived
    arrived = []
    begin.run()
    const ids = served.map(write)
    commit.run()
    for (const [index, res] of served.entries())
      answer(res, `{"result":"success","msg":"","id":${ids[index]}}`)
  }
  return (req: IncomingMessage, res: ServerResponse) => {
    req.resume().once('end', () => {
      if (arrived.push(res) === 1) setImmediate(flush)
    })
  }
}

/** `/fan-out`: writes one message, then answers everyone at `/wait` with the event in the body. */
function fanOut() {
  const [write, begin, commit] = [writeRows(), db.prepare('BEGIN IMMEDIATE'), db.prepare('COMMIT')]
  return (req: IncomingMessage, res: ServerResponse) => {
    let event = ''
    req.on('data', (bytes) => {
      event += bytes
    })
    req.once('end', () => {
      begin.run()
      const id = write()
      commit.run()
      for (const held of waiting.splice(0)) answer(held, event)
      answer(res, `{"result":"success","msg":"","id":${id}}`)
    })
  }
}

function answer(res: ServerResponse, text: string) {
  res.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  })
  res.end(text)
}
