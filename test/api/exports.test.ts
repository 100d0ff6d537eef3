// Exports of the organization's data.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { contentsOf, download, exported, recordsOf } from '../archives.ts'
import { openChannel } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'
import { listed, now } from '../exporting.ts'
import { DOT_PNG, file } from '../images/files.ts'

const consent = async (person: Person, allow_private_data_export = true) =>
  expectSuccess(await person.patch('/settings', { allow_private_data_export }))

const said = (files: ReadonlyMap<string, Buffer>) =>
  recordsOf(files, 'messages')
    .filter(({ client }) => client !== 'Internal')
    .map(({ raw_content }) => raw_content)

test('administrators export public data and get an event when it is done', async () => {
  await using chat = await startChat()
  const [ann, ben] = [await chat.join('Ann', 200), await chat.join('Ben')]
  const listening = { event_types: ['realm_export'] }
  const [ofAnn, ofBen] = [await ann.listen(listening), await ben.listen(listening)]
  await openChannel(chat.olga, 'attic', [])
  await openChannel(chat.olga, 'cellar', [], { invite_only: true })
  const { url } = expectSuccess(await ben.upload('/user_uploads', new File(['tea'], 'tea.txt')))
  const hidden = expectSuccess(await ben.upload('/user_uploads', new File(['rum'], 'rum.txt')))
  await ben.say('general', 'lunch', `*soup* [tea](${url})`)
  await chat.olga.say('cellar', 'lunch', 'secret soup')
  await ben.tell([chat.olga], `secret tea [rum](${hidden.url})`)
  await consent(ben)

  const made = await exported(chat.olga)

  const { export_url, ...rest } = made
  assert.equal(rest, {
    id: 1,
    acting_user_id: chat.olga.id,
    export_time: now(chat),
    deleted_timestamp: null,
    failed_timestamp: null,
    pending: false,
    export_type: 'public',
    export_from_prior_server: false,
  })
  assert.equal(await listed(ann), [made])
  const heard = await ofAnn.read()
  assert.equal(
    heard.map(({ exports }) => exports[0].pending),
    [true, false],
  )
  assert.equal(heard.at(-1)?.exports, [made])
  assert.equal(await ofBen.read(), [])

  const files = await contentsOf(export_url, ann)
  assert.equal(said(files), [`*soup* [tea](${url})`])
  const soup = recordsOf(files, 'messages').find(({ raw_content }) => /soup/.test(raw_content))
  const { messages } = expectSuccess(await ben.get('/messages', { message_ids: [soup.id] }))
  const { flags: _, ...message } = messages[0]
  assert.equal(soup, {
    ...{ ...message, raw_content: `*soup* [tea](${url})` },
    avatar_url: soup.avatar_url,
  })
  assert.equal(
    recordsOf(files, 'channels').map(({ name }) => name),
    ['attic', 'general'],
  )
  const people = recordsOf(files, 'users').filter(({ is_bot }) => !is_bot)
  assert.equal(
    people.map(({ full_name }) => full_name),
    ['Olga', 'Ann', 'Ben'],
  )
  assert.equal(recordsOf(files, 'private'), [])
  const path = `files${url.replace('/user_uploads', '')}`
  assert.is(files.get(path)?.toString(), 'tea')
  assert.equal(
    recordsOf(files, 'files').map((file) => [file.name, file.path, file.owner_id]),
    [['tea.txt', path, ben.id]],
  )
  const organization = JSON.parse(files.get('organization.json')!.toString())
  assert.is(organization.realm_name, 'Harbour')
  const { export_type, newest_message_id } = JSON.parse(files.get('export.json')!.toString())
  assert.is(export_type, 'public')
  assert.ok(newest_message_id >= soup.id)
})

test('private data is in an export if a person who may read it agreed', async () => {
  await using chat = await startChat()
  const [ben, mia, gus] = [
    await chat.join('Ben'),
    await chat.join('Mia'),
    await chat.join('Gus', 600),
  ]
  await openChannel(chat.olga, 'cellar', [ben], { invite_only: true })
  await openChannel(chat.olga, 'vault', [mia], { invite_only: true })
  const early = { invite_only: true, history_public_to_subscribers: false }
  await openChannel(chat.olga, 'den', [], early)
  await chat.olga.say('den', 'x', 'den before Ben')
  await chat.olga.subscribe('den', { principals: [ben.id] })
  await chat.olga.say('den', 'x', 'den with Ben')
  await chat.olga.say('cellar', 'x', 'cellar')
  await chat.olga.say('vault', 'x', 'vault')
  await mia.tell([ben], 'to Ben')
  await mia.tell([chat.olga], 'to Olga')
  await gus.tell([gus], 'to myself')
  for (const person of [ben, mia]) {
    const draft = { type: '', to: [], topic: '', content: `of ${person.name}` }
    expectSuccess(await person.post('/drafts', { drafts: [draft] }))
    await person.upload('/user_uploads', new File(['x'], `${person.name}.txt`))
    await person.patch('/settings', { email_address_visibility: 4 })
  }
  const inbox = await chat.olga.listen({ event_types: ['realm_export_consent'] })
  const others = await mia.listen({ event_types: ['realm_export_consent'] })

  await consent(ben)
  await consent(gus)
  await consent(gus, false)
  await consent(gus, false)

  const told = (user_id: number, consented: boolean) => ({
    ...{ type: 'realm_export_consent', user_id, consented },
  })
  assert.equal(await inbox.read(), [told(ben.id, true), told(gus.id, true), told(gus.id, false)])
  assert.equal(await others.read(), [])
  const { export_consents } = expectSuccess(await chat.olga.get('/export/realm/consents'))
  const expected = [
    { user_id: chat.olga.id, consented: false, email_address_visibility: 1 },
    { user_id: ben.id, consented: true, email_address_visibility: 4 },
    { user_id: mia.id, consented: false, email_address_visibility: 4 },
    { user_id: gus.id, consented: false, email_address_visibility: 1 },
  ]
  assert.equal(export_consents, expected)

  const { export_url } = await exported(chat.olga, 'full_with_consent')

  const files = await contentsOf(export_url, chat.olga)
  assert.equal(said(files), ['den with Ben', 'cellar', 'to Ben'])
  assert.equal(
    recordsOf(files, 'channels').map(({ name }) => name),
    ['cellar', 'den', 'general'],
  )
  const [own, ...more] = recordsOf(files, 'private')
  assert.equal(more, [])
  assert.equal(
    [own.user_id, own.drafts[0].content, own.user_settings.allow_private_data_export],
    [ben.id, 'of Ben', true],
  )
  assert.is(own.subscriptions.length, 3)
  assert.equal(
    recordsOf(files, 'files').map(({ name }) => name),
    ['Ben.txt'],
  )
  const addresses = new Map(
    recordsOf(files, 'users').map((user) => [user.full_name, user.delivery_email]),
  )
  assert.equal(
    [addresses.get('Ben'), addresses.get('Mia'), addresses.get('Gus')],
    [ben.email, null, gus.email],
  )
  assert.not.match(Buffer.concat([...files.values()]).toString(), /argon2|password_hash|api_key"/)
})

test('only owners export everything, and only if the operator allows it', async () => {
  const everything = { export_type: 'full_without_consent' }
  await using strict = await startChat()
  const refused = await strict.olga.post('/export/realm', everything)
  assert.match(refused.msg, /does not export data of people who have not agreed/)
  assert.is((await strict.olga.post('/register')).realm_owner_full_content_access, false)

  await using chat = await startChat({ fullExports: true })
  const [ann, ben] = [await chat.join('Ann', 200), await chat.join('Ben')]
  assert.is((await chat.olga.post('/register')).realm_owner_full_content_access, true)
  await ben.tell([ben], 'to myself')
  assert.is((await ann.post('/export/realm', everything)).code, 'UNAUTHORIZED_PRINCIPAL')
  const inbox = await ann.listen({ event_types: ['realm_export'] })

  const made = await exported(chat.olga, 'full_without_consent')

  const files = await contentsOf(made.export_url, chat.olga)
  assert.equal(said(files), ['to myself'])
  assert.is(recordsOf(files, 'private').length, 3)
  const withoutAddress = { ...made, export_url: null }
  assert.equal(await listed(ann), [withoutAddress])
  assert.equal((await inbox.read()).at(-1)?.exports, [withoutAddress])
  assert.is((await download(made.export_url, ann)).status, 404)
  assert.is((await ann.delete(`/export/realm/${made.id}`)).code, 'UNAUTHORIZED_PRINCIPAL')
})

test('long lists of messages go on in further files of 4 MB at most, in order', async () => {
  await using chat = await startChat()
  for (let count = 0; count < 250; count++)
    await chat.olga.say('general', 'long', `${count} ${'é'.repeat(9_990)}`)

  const { export_url } = await exported(chat.olga)

  const files = await contentsOf(export_url, chat.olga)
  const parts = ['messages.jsonl', 'messages-2.jsonl', 'messages-3.jsonl']
  for (const part of parts) assert.ok(files.get(part)!.length <= 4_000_000)
  assert.equal(
    said(files).map((content) => Number.parseInt(content, 10)),
    Array.from({ length: 250 }, (_, count) => count),
  )
})

test('pictures of people, emoji and the organization are in an export', async () => {
  await using chat = await startChat()
  const picture = () => file(DOT_PNG, 'me.png', 'image/png')
  expectSuccess(await chat.olga.upload('/users/me/avatar', picture()))
  expectSuccess(await chat.olga.upload('/realm/emoji/rum', picture()))
  expectSuccess(await chat.olga.upload('/realm/icon', picture()))

  const { export_url } = await exported(chat.olga)

  const files = await contentsOf(export_url, chat.olga)
  const pictures = [...files.keys()].filter((name) => name.startsWith('pictures/'))
  assert.is(pictures.length, 3)
  const [olga] = recordsOf(files, 'users')
  const [, name] = /([^/]+\.png)/.exec(olga.avatar_url) ?? []
  assert.ok(pictures.includes(`pictures/${name}`))
})

test.run()
