// Mentions of people, groups and everyone.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, MEMBERS, openChannel } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'

const render = async (person: Person, content: string): Promise<string> =>
  expectSuccess(await person.post('/messages/render', { content })).rendered

const mentionOf = ({ id }: Person, name: string) =>
  `<p><span class="user-mention" data-user-id="${id}">@${name}</span></p>`

test('people are mentioned regardless of capitals', async () => {
  await using chat = await startChat()
  const asta = await chat.join('Åsta Berg')
  const namesake = await chat.join('åsta berg 2')
  expectSuccess(await chat.olga.patch(`/users/${namesake.id}`, { full_name: 'ÅSTA Berg' }))

  for (const name of ['Åsta Berg', 'ÅSTA BERG', 'åsta berg'])
    assert.is(await render(chat.olga, `@**${name}**`), mentionOf(asta, 'Åsta Berg'))
  const told = `@**ÅSTA Berg|${namesake.id}**`
  assert.is(await render(chat.olga, told), mentionOf(namesake, 'ÅSTA Berg'))

  expectSuccess(await chat.olga.patch(`/users/${asta.id}`, { full_name: 'Asta Lind' }))
  assert.is(await render(chat.olga, '@**asta lind**'), mentionOf(asta, 'Asta Lind'))
  assert.is(await render(chat.olga, '@**åsta berg**'), mentionOf(namesake, 'ÅSTA Berg'))
})

test('names that must be unique differ in more than capitals', async () => {
  await using chat = await startChat()
  await chat.join('Ben')
  const { olga } = chat
  expectSuccess(await olga.patch('/realm', { require_unique_names: true }))
  const answer = await olga.patch('/settings', { full_name: 'BEN' })
  assertRefused(answer, 'Unique names required in this organization.')
  expectSuccess(await olga.patch('/settings', { full_name: 'OLGA' }))
})

test('guests mention only people they may see', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const hidden = await chat.join('Ben')
  const known = await chat.join('Ben Two')
  expectSuccess(await olga.patch(`/users/${known.id}`, { full_name: 'ben' }))
  const guest = await chat.join('Gina', 600)
  expectSuccess(await hidden.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
  const nobody = '<p>@<strong>Ben</strong></p>'
  assert.is(await render(guest, '@**Ben**'), mentionOf(hidden, 'Ben'))
  expectSuccess(await olga.patch('/realm', { can_access_all_users_group: { new: MEMBERS } }))

  assert.is(await render(guest, '@**Ben**'), mentionOf(known, 'ben'))
  assert.is(await render(guest, `@**Ben|${hidden.id}**`), nobody.replace('Ben', `Ben|${hidden.id}`))
  assert.is(await render(guest, `@**|${hidden.id}**`), nobody.replace('Ben', `|${hidden.id}`))
  assert.is(await render(olga, '@**Ben**'), mentionOf(hidden, 'Ben'))
})

test('groups of roles are mentioned silently only, by the name people read', async () => {
  await using chat = await startChat()
  assert.is(
    await render(chat.olga, '@_*role:moderators*'),
    '<p><span class="user-group-mention silent" data-user-group-id="4">Moderators</span></p>',
  )
  const aloud = '<p><span class="user-group-mention" data-user-group-id="4">@Moderators</span></p>'
  assert.is(await render(chat.olga, '@*role:moderators*'), aloud)
  const id = await chat.olga.say('general', 'lunch', 'Soup @_*role:members*')
  for (const name of ['role:members', 'role:nobody', 'role:everyone']) {
    const content = `Soup @*${name}*`
    const refusal = `You are not allowed to mention user group '${name}'.`
    for (const to of [
      { type: 'channel', to: 'general', topic: 'lunch' },
      { type: 'direct', to: [chat.olga.id] },
    ])
      assertRefused(await chat.olga.post('/messages', { ...to, content }), refusal)
    assertRefused(await chat.olga.patch(`/messages/${id}`, { content }), refusal)
  }
})

test('mentions of deactivated groups are silent', async () => {
  await using chat = await startChat()
  const { group_id } = expectSuccess(
    await chat.olga.post('/user_groups/create', { name: 'cooks', description: '', members: [] }),
  )
  const span = (classes: string, text: string) =>
    `<p><span class="${classes}" data-user-group-id="${group_id}">${text}</span></p>`
  assert.is(await render(chat.olga, '@*cooks*'), span('user-group-mention', '@cooks'))
  expectSuccess(await chat.olga.post(`/user_groups/${group_id}/deactivate`))
  assert.is(await render(chat.olga, '@*cooks*'), span('user-group-mention silent', 'cooks'))
})

test('a link to a topic leads to its newest message that the author may read', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, carl] = [await chat.join('Ben'), await chat.join('Carl')]
  const id = await openChannel(olga, 'cellar', [ben], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const old = await olga.say('cellar', 'wine', 'Red')
  const link = '#**cellar>wine**'
  const leadsTo = (message: number | undefined) =>
    `<p><a class="stream-topic" data-stream-id="${id}" href="/#narrow/channel/${id}-cellar/topic/wine${
      message === undefined ? '' : `/with/${message}`
    }">#cellar &gt; wine</a></p>`

  assert.is(await render(carl, link), '<p>#<strong>cellar&gt;wine</strong></p>')
  await olga.subscribe('cellar', { principals: [carl.id] })
  assert.is(await render(ben, link), leadsTo(old))
  assert.is(await render(carl, link), leadsTo(undefined))
  expectSuccess(await ben.delete('/users/me/subscriptions', { subscriptions: ['cellar'] }))
  const recent = await olga.say('cellar', 'wine', 'White')
  await olga.subscribe('cellar', { principals: [ben.id] })
  assert.is(await render(ben, link), leadsTo(old))
  assert.is(await render(carl, link), leadsTo(recent))

  // Of a topic a thousand messages are looked at, the newest.
  expectSuccess(await ben.delete('/users/me/subscriptions', { subscriptions: ['cellar'] }))
  const more = await Promise.all(
    Array.from({ length: 999 }, () => olga.say('cellar', 'wine', 'Rose')),
  )
  await olga.subscribe('cellar', { principals: [ben.id] })
  assert.is(await render(ben, link), leadsTo(undefined))
  assert.is(await render(carl, link), leadsTo(Math.max(...more)))
  const own = await ben.say('cellar', 'wine', 'Pink')
  assert.is(await render(ben, link), leadsTo(own))
})

test('a text looks for the messages of ten topics at most of which its author has none lately', async () => {
  await using chat = await startChat()
  const { olga } = chat
  await openChannel(olga, 'cellar', [], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const topics = Array.from({ length: 11 }, (_, at) => `wine ${at}`)
  const olds = await Promise.all(topics.map((topic) => olga.say('cellar', topic, 'Red')))
  const ben = await chat.join('Ben')
  await olga.subscribe('cellar', { principals: [ben.id] })
  const recent = await olga.say('cellar', 'wine 10', 'White')
  const links = topics.map((topic) => `#**cellar>${topic}**`)

  assert.not.match(await render(ben, links.join(' ')), '/with/')
  assert.match(await render(ben, links.slice(1).join(' ')), `/with/${recent}`)
  for (const old of olds.slice(0, 10)) assert.match(await render(olga, links.join(' ')), `${old}`)
})

test.run()
