// Speaks HTTP/2 frame by frame, for clients that no library would be.

import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'

export const TYPE = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  continuation: 9,
}
export const END_STREAM = 1
export const END_HEADERS = 4

/** One frame (RFC 9113, section 4.1). */
export function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** A header block without compression: each name and value as they are. */
export function headerBlock(headers: Record<string, string>): Buffer {
  return Buffer.concat(
    Object.entries(headers).map(([name, value]) =>
      Buffer.concat([Buffer.from([0]), literal(name), literal(value)]),
    ),
  )
}

function literal(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes])
  const length = [127]
  let rest = bytes.length - 127
  for (; rest >= 128; rest >>= 7) length.push((rest & 127) | 128)
  return Buffer.concat([Buffer.from([...length, rest]), bytes])
}

/** The frames of a request without a body. */
export const getFrame = (stream: number, path: string, more: Record<string, string> = {}) =>
  frame(
    TYPE.headers,
    END_STREAM | END_HEADERS,
    stream,
    headerBlock({
      ':method': 'GET',
      ':scheme': 'https',
      ':authority': 'localhost',
      ':path': path,
      ...more,
    }),
  )

/** A connection that has said its preface and empty settings, and acknowledges nothing. */
export async function openRaw(url: string) {
  const { hostname, port } = new URL(url)
  const socket: TLSSocket = connect({ host: hostname, port: Number(port), ALPNProtocols: ['h2'] })
  socket.on('error', () => {})
  await once(socket, 'secureConnect')
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let received = Buffer.alloc(0)
  const counts = new Map<number, number>()
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    while (received.length >= 9) {
      const length = 9 + received.readUIntBE(0, 3)
      if (received.length < length) break
      counts.set(received[3]!, (counts.get(received[3]!) ?? 0) + 1)
      received = received.subarray(length)
    }
  })
  socket.write(PREFACE)
  socket.write(frame(TYPE.settings, 0, 0, Buffer.alloc(0)))
  return {
    socket,
    closed,
    /** How many frames of a type came. */
    count: (type: number) => counts.get(type) ?? 0,
    /** Writes as fast as the server reads; false once it has hung up. */
    async send(bytes: Buffer): Promise<boolean> {
      if (socket.destroyed) return false
      if (!socket.write(bytes)) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
      return !socket.destroyed
    },
  }
}
