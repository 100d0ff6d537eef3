// Reporting messages to moderators.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, openChannel, read } from '../channels.ts'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'

/** A private channel of the owner's and Mo's that takes reports. */
async function moderation(chat: Chat, mo: Person) {
  const id = await openChannel(chat.olga, 'moderation', [mo], { invite_only: true })
  expectSuccess(await chat.olga.patch('/realm', { moderation_request_channel_id: id }))
  return id
}

const report = (by: Person, id: number, parameters: object) =>
  by.post(`/messages/${id}/report`, { ...parameters })

const lastIn = async (by: Person, channel: number) => {
  const narrow = [{ operator: 'channel', operand: channel }]
  const range = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false }
  return expectSuccess(await by.get('/messages', { narrow, ...range })).messages.at(-1)
}

test('a report puts the message before the moderators, and nobody else hears of it', async () => {
  await using chat = await startChat()
  const [ben, mia, mo] = [
    await chat.join('Ben'),
    await chat.join('Mia'),
    await chat.join('Mo', 300),
  ]
  const channel = await moderation(chat, mo)
  const id = await ben.say('general', 'tea', '@**Mo** @**all** ``` is *awful*')
  const listening = { event_types: ['message'] }
  const [ofMo, ofBen, ofMia] = [
    await mo.listen(listening),
    await ben.listen(listening),
    await mia.listen(listening),
  ]

  expectSuccess(await report(mia, id, { report_type: 'harassment', description: ' For @**Mo** ' }))

  const [event, ...more] = await ofMo.read()
  assert.equal(more, [])
  assert.equal(event?.flags, [])
  const { message } = event!
  assert.equal(
    [message.stream_id, message.subject, message.sender_full_name, message.client],
    [channel, 'Reports: Ben', 'Notification Bot', 'Internal'],
  )
  const { content } = await lastIn(mo, channel)
  assert.is(
    content,
    `@_**Mia|${mia.id}** has reported [a message](${chat.url}/#narrow/channel/1-general/topic/tea/near/${id}) of @_**Ben|${ben.id}**.

**Reason:** Harassment

**Description:**

\`\`\`quote
For @**Mo**
\`\`\`

**The message:**

\`\`\`\`quote
@**Mo** @**all** \`\`\` is *awful*
\`\`\`\``,
  )
  assert.equal(await ofBen.read(), [])
  assert.equal(await ofMia.read(), [])
})

test('direct messages can be reported by those who have them, with the pictures in them', async () => {
  await using chat = await startChat()
  const [ben, mia, mo] = [
    await chat.join('Ben'),
    await chat.join('Mia', 600),
    await chat.join('Mo', 300),
  ]
  const channel = await moderation(chat, mo)
  const { url } = expectSuccess(await ben.upload('/user_uploads', new File(['tea'], 'tea.txt')))
  const id = await ben.tell([mia], `look: [tea](${url})`)
  const path = `${url}`.replace('/user_uploads/', '')
  assert.is((await mo.get(`/user_uploads/${path}`)).result, 'error')

  expectSuccess(await report(mia, id, { report_type: 'spam' }))

  const { content } = await lastIn(mo, channel)
  assert.match(content, /has reported \[a direct message\]/)
  assert.match(content, /Spam/)
  assert.not.match(content, /Description/)
  expectSuccess(await mo.get(`/user_uploads/${path}`))
  const stranger = await report(chat.olga, id, { report_type: 'spam' })
  assertRefused(stranger, 'Invalid message(s)')
})

test('a report is refused without a reason known, for what cannot be read, and where nobody takes it', async () => {
  await using chat = await startChat()
  const [ben, mo] = [await chat.join('Ben'), await chat.join('Mo', 300)]
  const id = await chat.olga.say('general', 'tea', 'cold')
  assertRefused(
    await report(ben, id, { report_type: 'spam' }),
    'This organization has no channel for reports.',
  )
  const channel = await moderation(chat, mo)
  const secret = await chat.olga.say('moderation', 'tea', 'cold')
  const before = await lastIn(mo, channel)

  for (const [parameters, msg] of [
    [{ report_type: 'boredom' }, 'Invalid report_type'],
    [{ report_type: 'other' }, 'A report for another reason needs a description.'],
    [
      { report_type: 'other', description: ' ' },
      'A report for another reason needs a description.',
    ],
    [
      { report_type: 'spam', description: 'x'.repeat(1001) },
      'description is too long (limit: 1000 characters)',
    ],
  ] as const)
    assertRefused(await report(ben, id, parameters), msg)
  for (const unknown of [secret, 99_999])
    assertRefused(await report(ben, unknown, { report_type: 'spam' }), 'Invalid message(s)')
  const missing = await report(ben, id, {})
  assert.is(missing.code, 'REQUEST_VARIABLE_MISSING')

  assert.equal(await lastIn(mo, channel), before)
  const { server_report_message_types } = await ben.post('/register')
  for (const { key } of server_report_message_types)
    expectSuccess(await report(ben, id, { report_type: key, description: 'because' }))
})

test('a message as long as they may be is quoted as far as there is room', async () => {
  await using chat = await startChat()
  const mo = await chat.join('Mo', 300)
  const channel = await moderation(chat, mo)
  const id = await chat.olga.say('general', 'tea', '𝒳'.repeat(10_000))

  expectSuccess(await report(mo, id, { report_type: 'spam' }))

  const { id: reported, content } = await lastIn(mo, channel)
  assert.match(content, /\[message truncated\]$/)
  assert.match((await read(mo, reported)).content, /<blockquote>/)
})

test.run()
