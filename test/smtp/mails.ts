// Mails to channels, for tests.

import { idOf } from '../channels.ts'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'
import { Conversation } from './conversation.ts'

export const startWithMail = (options = {}) =>
  startChat({ smtpPort: 0, mailDomain: 'chat.example', ...options })

export async function addressOf(person: Person, channel: string, parameters = {}): Promise<string> {
  const id = await idOf(person, channel)
  return expectSuccess(await person.get(`/streams/${id}/email_address`, parameters)).email
}

export async function send(chat: Chat, to: readonly string[], mail: string): Promise<number> {
  await using conversation = new Conversation(chat.mailPort!)
  return await conversation.send(to, mail)
}

export async function newest(person: Person) {
  const page = await person.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  })
  return page.messages[0]
}

export const MAIL = `From: Ann Other <ann@client.example>
Subject: Soup of the day
Content-Type: text/plain; charset=utf-8

It is *tomato*.
`
