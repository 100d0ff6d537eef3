// Channel folders.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, type Person, startChat } from '../chat.ts'

const folderOf = async (person: Person, name: string, description = ''): Promise<number> =>
  expectSuccess(await person.post('/channel_folders/create', { name, description }))
    .channel_folder_id

const foldersFor = async (person: Person, parameters = {}) =>
  expectSuccess(await person.get('/channel_folders', parameters)).channel_folders

test('a folder is created by administrators and told to everyone', async () => {
  await using chat = await startChat()
  const gus = await chat.join('Gus', 600)
  const inbox = await gus.listen({ event_types: ['channel_folder'] })
  const id = await folderOf(chat.olga, '  Work ', 'all of *it*')

  const folder = {
    channel_folder_id: id,
    id,
    name: 'Work',
    description: 'all of *it*',
    rendered_description: '<p>all of <em>it</em></p>',
    order: 0,
    date_created: Math.floor(chat.clock.now() / 1000),
    creator_id: chat.olga.id,
    is_archived: false,
  }
  assert.equal(await inbox.read(), [{ type: 'channel_folder', op: 'add', channel_folder: folder }])
  assert.equal(await foldersFor(gus), [folder])
  const { channel_folders } = await gus.post('/register', {
    fetch_event_types: ['channel_folders'],
  })
  assert.equal(channel_folders, [folder])
})

test('only administrators touch folders', async () => {
  await using chat = await startChat()
  const mo = await chat.join('Mo', 300)
  const id = await folderOf(chat.olga, 'Work')
  for (const answer of [
    await mo.post('/channel_folders/create', { name: 'Play', description: '' }),
    await mo.patch(`/channel_folders/${id}`, { name: 'Play' }),
    await mo.patch('/channel_folders', { order: [id] }),
  ]) {
    assert.equal([answer.status, answer.code], [400, 'UNAUTHORIZED_PRINCIPAL'])
  }
})

test('names of folders that are in use are unique, whatever their case, and of bounded length', async () => {
  await using chat = await startChat()
  const work = await folderOf(chat.olga, 'Work')
  const play = await folderOf(chat.olga, 'Play')
  const create = (name: string, description = '') =>
    chat.olga.post('/channel_folders/create', { name, description })
  const taken = "Channel folder 'WORK' already exists"
  assert.is((await create('WORK')).msg, taken)
  assert.is((await chat.olga.patch(`/channel_folders/${play}`, { name: 'WORK' })).msg, taken)
  assert.is((await create(' ')).msg, 'name cannot be blank')
  assert.is((await create('x'.repeat(61))).msg, 'name is too long (limit: 60 characters)')
  assert.is(
    (await create('x', 'x'.repeat(1025))).msg,
    'description is too long (limit: 1024 characters)',
  )
  expectSuccess(await create('🌳'.repeat(60), '🌳'.repeat(1024)))
  expectSuccess(await chat.olga.patch(`/channel_folders/${work}`, { name: 'WORK' }))

  expectSuccess(await chat.olga.patch(`/channel_folders/${work}`, { is_archived: true }))
  expectSuccess(await create('work'))
  const back = await chat.olga.patch(`/channel_folders/${work}`, { is_archived: false })
  assert.is(back.msg, taken)
  expectSuccess(
    await chat.olga.patch(`/channel_folders/${work}`, { is_archived: false, name: 'Old work' }),
  )
})

test('what changes about a folder is told, and what does not is not', async () => {
  await using chat = await startChat()
  const id = await folderOf(chat.olga, 'Work', 'it')
  const inbox = await chat.olga.listen({ event_types: ['channel_folder'] })
  const html = (text: string) => ({ rendered_description: `<p>${text}</p>` })
  for (const [changes, data] of [
    [{ name: 'Labour' }, { name: 'Labour' }],
    [{ name: 'LABOUR' }, { name: 'LABOUR' }],
    [
      { name: 'LABOUR', description: 'more' },
      { description: 'more', ...html('more') },
    ],
    [{ is_archived: true }, { is_archived: true }],
    [{ is_archived: true }, undefined],
    [
      { is_archived: false, name: 'Work' },
      { is_archived: false, name: 'Work' },
    ],
    [{}, undefined],
  ] as const) {
    expectSuccess(await chat.olga.patch(`/channel_folders/${id}`, changes))
    const expected = data && { type: 'channel_folder', op: 'update', channel_folder_id: id, data }
    assert.equal(await inbox.read(), expected ? [expected] : [])
  }
  const unknown = await chat.olga.patch('/channel_folders/999', { name: 'x' })
  assert.equal([unknown.code, unknown.msg], ['BAD_REQUEST', 'Invalid channel folder ID'])
})

test('a folder is archived only when it is empty, and archived ones are listed only when asked for', async () => {
  await using chat = await startChat()
  const id = await folderOf(chat.olga, 'Work')
  await chat.olga.subscribe('inside', { folder_id: id })
  const { stream_id } = await chat.olga.get('/get_stream_id', { stream: 'inside' })
  const archive = () => chat.olga.patch(`/channel_folders/${id}`, { is_archived: true })
  assert.match((await archive()).msg, /^Only an empty folder/)
  expectSuccess(await chat.olga.patch(`/streams/${stream_id}`, { folder_id: null }))
  expectSuccess(await archive())
  assert.equal(await foldersFor(chat.olga), [])
  const [archived] = await foldersFor(chat.olga, { include_archived: true })
  assert.equal([archived.id, archived.is_archived], [id, true])
})

test('folders keep the order administrators give them, archived ones among them', async () => {
  await using chat = await startChat()
  const [a, b, c] = [
    await folderOf(chat.olga, 'a'),
    await folderOf(chat.olga, 'b'),
    await folderOf(chat.olga, 'c'),
  ]
  expectSuccess(await chat.olga.patch(`/channel_folders/${b}`, { is_archived: true }))
  const inbox = await chat.olga.listen({ event_types: ['channel_folder'] })
  expectSuccess(await chat.olga.patch('/channel_folders', { order: [c, b, a] }))
  assert.equal(await inbox.read(), [{ type: 'channel_folder', op: 'reorder', order: [c, b, a] }])
  const listed = await foldersFor(chat.olga, { include_archived: true })
  assert.equal(
    listed.map((folder: { id: number; order: number }) => [folder.id, folder.order]),
    [
      [c, 0],
      [b, 1],
      [a, 2],
    ],
  )
  for (const order of [[], [a, c], [a, b, c, 999], [a, b, b], [a, a, b, c]]) {
    assert.is((await chat.olga.patch('/channel_folders', { order })).msg, 'Invalid order mapping.')
  }
})

test.run()
