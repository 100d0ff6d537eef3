// A push service of the test's own: takes pushes over http or https, and reads them as a browser does.

import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import * as http from 'node:http'
import * as https from 'node:https'
import type { AddressInfo } from 'node:net'

export interface TakenPush {
  path: string
  headers: http.IncomingHttpHeaders
  body: Buffer
}

export interface PushService extends AsyncDisposable {
  url: string
  taken: TakenPush[]
  /** The next push that was not returned yet, once it is there. */
  next(): Promise<TakenPush>
  /** Statuses of the next answers; then 201. */
  statuses: number[]
  /** Retry-After of every answer that refuses. */
  retryAfter: string | undefined
}

/** @param tls key and certificate; undefined: plain http */
export async function startPushService(tls?: { key: string; cert: string }): Promise<PushService> {
  const waiting: (() => void)[] = []
  let read = 0
  const take: http.RequestListener = (req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      service.taken.push({ path: req.url!, headers: req.headers, body: Buffer.concat(chunks) })
      const status = service.statuses.shift() ?? 201
      const { retryAfter } = service
      if (status >= 400 && retryAfter !== undefined) res.setHeader('Retry-After', retryAfter)
      res.writeHead(status).end()
      for (const look of waiting.splice(0)) look()
    })
  }
  const server = tls ? https.createServer(tls, take) : http.createServer(take)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const service: PushService = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    taken: [],
    async next() {
      while (service.taken.length <= read) await new Promise<void>((go) => waiting.push(go))
      return service.taken[read++]!
    },
    statuses: [],
    retryAfter: undefined,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return service
}

/** The side of a browser: its keys, and reading what is pushed to it (RFC 8291). */
export class PushReceiver {
  readonly #pair = createECDH('prime256v1')
  readonly #auth = randomBytes(16)

  constructor() {
    this.#pair.generateKeys()
  }

  get keys() {
    return {
      p256dh: this.#pair.getPublicKey().toString('base64url'),
      auth: this.#auth.toString('base64url'),
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of every shape
  read({ body }: TakenPush): any {
    const salt = body.subarray(0, 16)
    const serverKey = body.subarray(21, 21 + body.readUInt8(20))
    const shared = this.#pair.computeSecret(serverKey)
    const hkdf = (salt: Buffer, ikm: Buffer, info: Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', ikm, salt, info, length))
    const context = Buffer.concat([
      Buffer.from('WebPush: info\0'),
      this.#pair.getPublicKey(),
      serverKey,
    ])
    const ikm = hkdf(this.#auth, shared, context, 32)
    const key = hkdf(salt, ikm, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = hkdf(salt, ikm, Buffer.from('Content-Encoding: nonce\0'), 12)
    const record = body.subarray(21 + serverKey.length)
    const cipher = createDecipheriv('aes-128-gcm', key, nonce)
    cipher.setAuthTag(record.subarray(-16))
    const text = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
    const end = text.lastIndexOf(2)
    return JSON.parse(text.subarray(0, end).toString())
  }
}

/** The claims of a push's token, once its signature by the key it names was checked. */
export function vapidClaims({ headers }: TakenPush) {
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization!)!
  const point = Buffer.from(key!, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const [head, claims, signature] = token!.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  )
  if (!isSigned) throw new Error('The token of the push is not signed by its key')
  return { key, ...JSON.parse(Buffer.from(claims!, 'base64url').toString()) }
}
