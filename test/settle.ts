// Waits for what the server does by itself after a commit.

import { type Chat, expectSuccess } from './chat.ts'

/** Each request waits for a commit, so that the work behind others gets its turns and the disk. */
export async function settle({ olga }: Chat) {
  for (let turn = 0; turn < 10; turn++)
    expectSuccess(await olga.post('/users/me/status', { status_text: `${turn}` }))
}
