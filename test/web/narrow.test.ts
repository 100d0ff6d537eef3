// Addresses and searches: what is read from them, and that they come out as they went in.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { hashOf, type Names, parseHash } from '../../src/web/model/hash.ts'
import { FEED, keyOf, kindOf } from '../../src/web/model/narrow.ts'
import { parseSearch, searchText } from '../../src/web/model/search.ts'
import { expectSuccess, startChat } from '../chat.ts'

const CHANNELS: Record<number, string> = {
  5: 'design',
  6: 'Bücher & Tee',
  7: 'ops (urgent)',
  8: '2024-plans',
}
const PEOPLE: Record<number, string> = { 3: 'Ana', 9: 'Ben Li', 10: 'Zoë "Z" Ó', 11: 'Ana' }

const names: Names = {
  ownId: 3,
  channelName: (id) => CHANNELS[id],
  channelNamed: (name) => idOf(CHANNELS, name),
  userName: (id) => PEOPLE[id],
  userNamed: (text) => idOf(PEOPLE, text),
}

function idOf(named: Record<number, string>, name: string): number | undefined {
  const found = Object.entries(named).find(([, n]) => n.toLowerCase() === name.toLowerCase())
  return found && Number(found[0])
}

const HASHES = [
  '#feed',
  '#narrow/channel/5-design',
  '#narrow/channel/6-B.C3.BCcher-.26-Tee',
  '#narrow/channel/7-ops-.28urgent.29',
  '#narrow/channel/8-2024-plans',
  '#narrow/channel/99',
  '#narrow/channel/5-design/topic/lunch',
  '#narrow/channel/5-design/topic/',
  '#narrow/channel/5-design/topic/lunch/near/12',
  '#narrow/channel/5-design/topic/lunch/with/12',
  '#narrow/channel/5-design/topic/lunch/with/12/near/13',
  '#narrow/channel/5-design/topic/a.2Fb.20c.2E.20100.25',
  '#narrow/channel/5-design/topic/.E2.9C.94.20done',
  '#narrow/channel/5-design/topic/.F0.9F.8D.B5.21',
  '#narrow/channel/5-design/near/7',
  '#narrow/channel/5-design/topic/v1.2E2',
  '#narrow/channel/5-design/sender/9-Ben-Li',
  '#narrow/channel/5-design/-sender/9-Ben-Li',
  '#narrow/channels/public',
  '#narrow/channels/public/search/tea',
  '#narrow/dm/3,9-dm',
  '#narrow/dm/3-dm',
  '#narrow/dm/3,9,10-group',
  '#narrow/dm/3,9-dm/near/44',
  '#narrow/dm/3,9,10-group/near/44',
  '#narrow/dm-with/9-Ben-Li',
  '#narrow/sender/10-Zo.C3.AB-.22Z.22-.C3.93',
  '#narrow/mentions/9-Ben-Li',
  '#narrow/is/dm',
  '#narrow/is/starred',
  '#narrow/is/mentioned',
  '#narrow/is/alerted',
  '#narrow/is/unread',
  '#narrow/is/resolved',
  '#narrow/is/followed',
  '#narrow/is/muted',
  '#narrow/-is/starred',
  '#narrow/has/image',
  '#narrow/has/reaction/search/two.20words',
  '#narrow/search/.22exact.20phrase.22',
  '#narrow/id/12',
  '#narrow/in/all',
]

for (const hash of HASHES) {
  test(`${hash} comes out as it went in`, () => {
    const place = parseHash(hash, names)

    assert.ok(place, 'it is understood')
    assert.is(hashOf(place, names), hash)
  })
}

test('addresses as they used to be lead to the same place', () => {
  const same: [old: string, now: string][] = [
    ['#narrow/stream/5-design/topic/lunch', '#narrow/channel/5-design/topic/lunch'],
    ['#narrow/stream/design/subject/lunch', '#narrow/channel/5-design/topic/lunch'],
    ['#narrow/stream/Design', '#narrow/channel/5-design'],
    ['#narrow/channel/8', '#narrow/channel/8-2024-plans'],
    ['#narrow/channel/5-an-older-name', '#narrow/channel/5-design'],
    ['#narrow/pm-with/9-Ben', '#narrow/dm/3,9-dm'],
    ['#narrow/dm/9,3-pm', '#narrow/dm/3,9-dm'],
    ['#narrow/is/private', '#narrow/is/dm'],
    ['#narrow/streams/public', '#narrow/channels/public'],
    ['#narrow/from/9', '#narrow/sender/9-Ben-Li'],
    ['#narrow/in/home', '#feed'],
    ['#all_messages', '#feed'],
  ]
  for (const [old, now] of same) assert.is(hashOf(parseHash(old, names)!, names), now, old)
})

test('addresses of other views, and nonsense, are no places of messages', () => {
  const others = ['', '#', '#inbox', '#recent', '#settings/profile', '#narrow/channel']
  const nonsense = [
    ...['#narrow/channel/unknown-name', '#narrow/near/abc', '#narrow/topic/.FF', '#narrow/x/y'],
    ...['#narrow/sender/nobody', '#narrow/id/12a', '#narrow/dm/'],
  ]
  for (const hash of [...others, ...nonsense]) assert.is(parseHash(hash, names), undefined, hash)
})

test('links inside rendered messages lead to places, and places to the same links', async () => {
  await using chat = await startChat()
  const near = await chat.olga.say('general', 'tea & "cake" 100%.', 'kettle')
  const texts = [
    '#**general**',
    '#**general>tea & "cake" 100%.**',
    `#**general>tea & "cake" 100%.@${near}**`,
  ]
  const real: Names = {
    ...names,
    channelName: (id) => (id === 1 ? 'general' : undefined),
    channelNamed: (name) => (name === 'general' ? 1 : undefined),
  }
  for (const content of texts) {
    const { rendered } = expectSuccess(await chat.olga.post('/messages/render', { content }))
    const href = /href="\/?(#narrow[^"]*)"/.exec(rendered)?.[1]
    assert.ok(href, rendered)
    assert.is(hashOf(parseHash(href, real)!, real), href)
  }
})

const SEARCHES = [
  'channel:design topic:lunch',
  'channel:"ops (urgent)" -topic:"two words" tea',
  'sender:"Ben Li" has:link',
  'is:starred -is:resolved',
  'dm:"Ben Li"',
  'dm-with:"Ben Li" "exact phrase" word',
  'sender:user10 in:all',
  'plain words only',
  'https://tea.example/a:b',
  'id:12',
]

for (const text of SEARCHES) {
  test(`the search ${text} is read, and written as it was`, () => {
    assert.is(searchText(parseSearch(text, names), names), text)
  })
}

test('searches know the words people use, and take the rest for text', () => {
  const keys = (text: string) => keyOf(parseSearch(text, names))
  assert.is(keys('stream:design from:me'), keys('channel:design sender:Ana'))
  assert.is(keys('tea channel:design cake'), keys('channel:design tea cake'))
  assert.equal(parseSearch('channel:nowhere', names), [
    { operator: 'search', operand: 'channel:nowhere' },
  ])
  assert.equal(parseSearch('topic:', names), [{ operator: 'search', operand: 'topic:' }])
  assert.equal(parseSearch('   ', names), [])
})

test('narrows say what they are', () => {
  const kind = (hash: string) => kindOf(parseHash(hash, names)!.narrow)
  assert.equal(kind('#narrow/channel/5-design'), { kind: 'channel', channelId: 5 })
  assert.equal(kind('#narrow/channel/5-design/topic/Lunch'), {
    ...{ kind: 'topic', channelId: 5, topic: 'Lunch' },
  })
  assert.equal(kind('#narrow/dm/3,9-dm'), { kind: 'direct', userIds: [9] })
  assert.equal(kind('#narrow/-channel/5-design'), { kind: 'search' })
  assert.equal(kindOf(FEED), { kind: 'feed' })
})

test.run()
