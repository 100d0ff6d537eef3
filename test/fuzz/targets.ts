// Everything of the server that reads bytes of strangers, each as a function of these bytes.

import { silentLog } from '../../src/base/log.ts'
import { RequestError } from '../../src/errors.ts'
import { readMultipart } from '../../src/http/multipart.ts'
import { readUrlencoded } from '../../src/http/urlencoded.ts'
import { ImageCodec } from '../../src/images/codec.ts'
import { imageType } from '../../src/images/image-type.ts'
import { readMail } from '../../src/workers/read-mail.ts'
import { type Chat, startChat } from '../chat.ts'
import { WORDS } from './words.ts'

const MIB = 1024 * 1024

export interface Target {
  name: string
  /** Pieces of text that mean something to the parser. */
  words: readonly string[]
  maxBytes: number
  /** Runs in a process or a thread of its own, with a limit of its own on time. */
  isApart?: true
  start(): Promise<Parser>
}

interface Parser extends AsyncDisposable {
  /** @throws Error for anything but an orderly refusal */
  read(input: Buffer): Promise<void>
}

/** A function of this process that needs nothing else. */
const alone = (read: (input: Buffer) => Promise<unknown>) => async (): Promise<Parser> => ({
  async read(input) {
    // Parsers may write into what they are given.
    await read(Buffer.from(input)).catch((error) => {
      if (!(error instanceof RequestError)) throw error
    })
  },
  async [Symbol.asyncDispose]() {},
})

type Ask = (chat: Chat, text: string) => Promise<Response>

/** A request to a server; every answer will do but a 5xx. */
const asked = (ask: Ask) => async (): Promise<Parser> => {
  const chat = await startChat({ jwtSecret: JWT_SECRET, jwtAlgorithms: ['HS256'] })
  return {
    async read(input) {
      const response = await ask(chat, input.toString('latin1'))
      await response.arrayBuffer()
      if (response.status >= 500) throw new Error(`answered with ${response.status}`)
    },
    [Symbol.asyncDispose]: () => chat[Symbol.asyncDispose](),
  }
}

/** The key of the signature in corpus/jwt-signed.txt. */
export const JWT_SECRET = 'a secret that signs tokens for tests'

/** Header values cannot carry every character. */
const asHeader = (text: string) => text.replace(/[^\x20-\x7e\x80-\xff]/g, ' ').trim()

const form = (values: Record<string, string>) => new URLSearchParams(values)

/** Text of people, which clients send as UTF-8. */
const asText = (latin1: string) => Buffer.from(latin1, 'latin1').toString('utf8')

export const targets: readonly Target[] = [
  {
    name: 'multipart',
    words: WORDS.multipart,
    maxBytes: 4 * MIB,
    start: alone((input) => readMultipart(input, 'multipart/form-data; boundary=x', 2 * MIB)),
  },
  {
    name: 'urlencoded',
    words: WORDS.urlencoded,
    maxBytes: 4 * MIB,
    start: alone(readUrlencoded),
  },
  {
    name: 'mail',
    words: WORDS.mail,
    maxBytes: 2 * MIB,
    isApart: true,
    start: alone(async (input) => {
      const mail = await readMail([input]).catch(() => undefined)
      if (mail && (mail.text.length > 100_000 || mail.subject.length > 1000))
        throw new Error('more than its bounds')
    }),
  },
  {
    name: 'image',
    words: WORDS.image,
    maxBytes: MIB,
    isApart: true,
    start: images,
  },
  {
    name: 'narrow',
    words: WORDS.narrow,
    maxBytes: 300_000,
    start: asked(({ url, olga }, text) =>
      fetch(`${url}/api/v1/messages/flags/narrow`, {
        method: 'POST',
        headers: { authorization: olga.authorization },
        body: form({
          anchor: 'newest',
          num_before: '5',
          num_after: '0',
          op: 'add',
          flag: 'read',
          narrow: asText(text),
        }),
      }),
    ),
  },
  {
    name: 'markdown',
    words: WORDS.markdown,
    maxBytes: 10_000,
    start: asked(({ url, olga }, text) =>
      fetch(`${url}/api/v1/messages/render`, {
        method: 'POST',
        headers: { authorization: olga.authorization },
        body: form({ content: asText(text) }),
      }),
    ),
  },
  {
    name: 'jwt',
    words: WORDS.jwt,
    maxBytes: 100_000,
    start: asked(({ url }, token) =>
      fetch(`${url}/api/v1/jwt/fetch_api_key`, { method: 'POST', body: form({ token }) }),
    ),
  },
  {
    name: 'cookie',
    words: WORDS.cookie,
    maxBytes: 12_000,
    start: asked(({ url }, text) =>
      fetch(`${url}/json/users/me`, { headers: { cookie: asHeader(text) } }),
    ),
  },
  {
    name: 'basic',
    words: WORDS.basic,
    maxBytes: 12_000,
    start: asked(({ url }, text) =>
      fetch(`${url}/api/v1/users/me`, { headers: { authorization: asHeader(`Basic ${text}`) } }),
    ),
  },
]

/** The decoder's process: a broken image may end it, and the next one is decoded all the same. */
async function images(): Promise<Parser> {
  const codec = new ImageCodec(silentLog)
  const convert = (bytes: Buffer) =>
    codec.convert(1, { bytes }, [{ format: 'webp', width: 100, height: 100, fit: 'crop' }], 'now')
  return {
    async read(input) {
      if (imageType(input, 'a.tiff') === undefined) return
      const made = await convert(input)
      if (typeof made === 'string') return
      const [image] = made.images
      if (!image || imageType(image, '') !== 'image/webp' || image.length > MIB)
        throw new Error('no picture of the size that was asked for')
    },
    async [Symbol.asyncDispose]() {
      codec.stop()
    },
  }
}
