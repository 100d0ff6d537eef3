// Keys and tokens of push registrations.

const base64 = (bytes: number, fill: number) => Buffer.alloc(bytes, fill).toString('base64')

/** What an app says to be pushed to, by halves: the key, and where to. */
export const PUSH_KEY = { push_key_id: 7, push_key: base64(33, 0x31) }

export const PUSH_TOKEN = {
  token_kind: 'fcm',
  token_id: base64(8, 1),
  bouncer_public_key: base64(32, 2),
  encrypted_push_registration: 'sealed',
}
