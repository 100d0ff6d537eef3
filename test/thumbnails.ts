// Uploading images and looking at their thumbnails, for tests.

import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, type Person } from './chat.ts'
import { file } from './images/files.ts'
import { BLUE, lookAt, paintMoving, RED } from './images/painting.ts'

export const upload = async (
  person: Person,
  bytes: Buffer,
  name: string,
  type = '',
): Promise<string> =>
  expectSuccess(await person.upload('/user_uploads', file(bytes, name, type))).url

export const look = (chat: Chat, url: string, person?: Person) =>
  fetch(chat.url + url, person && { headers: { Authorization: person.authorization } })

export const thumbnailOf = (url: string, format: string) =>
  `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${format}`

/** Size, frames and colours of a thumbnail. */
export async function see(chat: Chat, url: string, person: Person) {
  const response = await look(chat, url, person)
  assert.is(response.status, 200, url)
  assert.is(response.headers.get('content-type'), 'image/webp')
  assert.is(response.headers.get('x-content-type-options'), 'nosniff')
  return lookAt(Buffer.from(await response.arrayBuffer()))
}

export const contentOf = async (person: Person, id: number): Promise<string> =>
  (await person.get(`/messages/${id}`)).message.content

/** Writes a message and waits until it is shown anew. @returns its ID, and how it is shown then */
export async function shownAnew(person: Person, write: () => Promise<number>) {
  const inbox = await person.listen({ event_types: ['update_message'] })
  const id = await write()
  const [event] = await inbox.wait()
  return { id, event: event! }
}

/** Takes long enough to make that a message is faster. */
export const SLOW = paintMoving(
  '.gif',
  1050,
  700,
  Array.from({ length: 10 }, (_, index) => (index % 2 ? BLUE : RED)),
)

export const PLACEHOLDER = '/static/images/loading/loader-black.svg'
