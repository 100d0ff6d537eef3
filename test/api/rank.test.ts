// Nobody gets, by any route, a key or a link that carries more than they have.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endpoints } from '../../src/api/index.ts'
import { KeyRing } from '../../src/base/tokens.ts'
import { type Answer, type Chat, expectSuccess, type Person, startChat } from '../chat.ts'

const ROLES = [100, 200, 300, 400, 600]

/** Routes that hand out credentials, and those that change who has them. */
const ROUTES = [
  'GET /invites',
  'POST /invites',
  'POST /invites/multiuse',
  'POST /invites/:invite_id/resend',
  'DELETE /invites/:invite_id',
  'DELETE /invites/multiuse/:invite_id',
  'GET /bots',
  'POST /bots',
  'PATCH /bots/:bot_id',
  'GET /bots/:bot_id/api_key',
  'POST /bots/:bot_id/api_key/regenerate',
  'PATCH /users/:user_id',
  'POST /users/:user_id/reactivate',
]

/** Routes with a key of the caller's own, or for who knows a password, a token or a setup link. */
const OWN = [
  'POST /users/me/api_key/regenerate',
  'POST /account/bootstrap',
  'POST /account/register',
  'POST /fetch_api_key',
  'POST /jwt/fetch_api_key',
  'POST /dev_fetch_api_key',
]

const SECRETS = ['api_key', 'link_url', 'invite_link', 'password']

test('every endpoint that answers with a key or a link is known here', () => {
  const handing = endpoints.filter(({ returns }) => {
    const shape = JSON.stringify(Object.keys(returns)) + JSON.stringify(returns)
    return SECRETS.some((name) => Object.hasOwn(returns, name) || shape.includes(`"${name}":{`))
  })
  const unknown = handing
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !ROUTES.includes(route) && !OWN.includes(route))
  assert.equal(unknown, [])
})

test('no role gets what carries a higher one, by any route', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const people = [olga]
  for (const role of ROLES.slice(1)) people.push(await chat.join(`Person ${role}`, role))
  const roleOf = (person: Person) => ROLES[people.indexOf(person)]!
  const things = []
  for (const role of ROLES) things.push(await carryingRole(chat, role))
  const keys = new KeyRing(readFileSync(join(chat.folder, 'secret.key')))

  for (const actor of people.slice(1)) {
    for (const thing of things.filter(({ role }) => role < roleOf(actor))) {
      const secrets = [
        ...(await linksTo(olga, thing.role)),
        ...[1, 2].map((version) => keys.apiKey(thing.bot.id, version)),
      ]
      for (const [route, answer] of await tryAll(actor, thing)) {
        const text = JSON.stringify(answer)
        const leaked = secrets.some((secret) => text.includes(secret))
        assert.not(leaked, `${actor.name}, by ${route}, has what carries ${thing.role}`)
      }
      const { user } = expectSuccess(await olga.get(`/users/${thing.bot.id}`))
      assert.is(user.bot_owner_id, olga.id)
      assert.is((await actor.get('/users/me')).role, roleOf(actor))
      assert.not((await olga.get(`/users/${thing.closed.id}`)).user.is_active && thing.role < 300)
    }
  }
})

test('with a role go the bots and the invitations that carry it', async () => {
  await using chat = await startChat()
  const ada = await chat.join('Ada', 200)
  const bot = expectSuccess(
    await ada.post('/bots', { full_name: 'Helper', short_name: 'helper', bot_type: 1 }),
  )
  expectSuccess(await ada.patch(`/bots/${bot.user_id}`, { role: 200 }))
  const { invite_link } = expectSuccess(await ada.post('/invites/multiuse', { invite_as: 200 }))

  expectSuccess(await chat.olga.patch(`/users/${ada.id}`, { role: 400 }))

  assert.is((await chat.olga.get(`/users/${bot.user_id}`)).user.role, 400)
  assert.equal((await chat.olga.get('/invites')).invites, [])
  assert.is((await fetch(invite_link)).status, 404)
})

test('a bot has no higher role than its owner, who has its key', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { user_id } = expectSuccess(
    await ben.post('/bots', { full_name: 'Helper', short_name: 'helper', bot_type: 1 }),
  )
  const refused = await chat.olga.patch(`/bots/${user_id}`, { role: 200 })
  assert.is(refused.msg, "A bot's role cannot be above its owner's.")

  const own = await chat.joinBot('Steward')
  expectSuccess(await chat.olga.patch(`/bots/${own.id}`, { role: 100 }))
  const given = await chat.olga.patch(`/bots/${own.id}`, { bot_owner_id: ben.id })
  assert.is(given.msg, "Failed to change owner, the bot's role is above the user's")
})

interface Carrying {
  role: number
  /** IDs of an invitation to one person, and of a link. */
  invitations: number[]
  links: number[]
  bot: Person
  closed: Person
}

/** Invitations, a bot and a closed account that carry a role, all of the owner's making. */
async function carryingRole(chat: Chat, role: number): Promise<Carrying> {
  const { olga } = chat
  const email = `invited-${role}@harbour.test`
  expectSuccess(
    await olga.post('/invites', { invitee_emails: email, stream_ids: [], invite_as: role }),
  )
  expectSuccess(await olga.post('/invites/multiuse', { invite_as: role }))
  const bot = await chat.joinBot(`Bot${role}`)
  expectSuccess(await olga.patch(`/bots/${bot.id}`, { role }))
  const closed = await chat.join(`Closed ${role}`, role === 400 ? undefined : role)
  expectSuccess(await olga.delete(`/users/${closed.id}`))
  const invites = (await olga.get('/invites')).invites.filter(
    (one: { invited_as: number }) => one.invited_as === role,
  ) as { id: number; is_multiuse: boolean }[]
  const idsOf = (isMultiuse: boolean) =>
    invites.filter(({ is_multiuse }) => is_multiuse === isMultiuse).map(({ id }) => id)
  return { role, invitations: idsOf(false), links: idsOf(true), bot, closed }
}

const linksTo = async (olga: Person, role: number): Promise<string[]> =>
  (await olga.get('/invites')).invites
    .filter((one: { invited_as: number }) => one.invited_as === role)
    .map((one: { link_url: string }) => one.link_url.split('/').at(-2)!)

/** Everything a user could try to get something that carries a role. */
async function tryAll(actor: Person, thing: Carrying): Promise<[route: string, Answer][]> {
  const { role, bot, closed, invitations, links } = thing
  const tries: [method: string, path: string, parameters?: Record<string, unknown>][] = [
    ['POST', '/invites', { invitee_emails: 'x@harbour.test', stream_ids: [], invite_as: role }],
    ['POST', '/invites/multiuse', { invite_as: role }],
    ...invitations.map((id) => ['POST', `/invites/${id}/resend`] as [string, string]),
    ['GET', '/invites'],
    ['GET', `/bots/${bot.id}/api_key`],
    ['POST', `/bots/${bot.id}/api_key/regenerate`],
    ['PATCH', `/bots/${bot.id}`, { bot_owner_id: actor.id }],
    ['PATCH', `/bots/${bot.id}`, { full_name: `Renamed ${actor.id}` }],
    ['GET', '/bots'],
    ['PATCH', `/users/${actor.id}`, { role }],
    ['PATCH', `/users/${bot.id}`, { role: 600 }],
    ['POST', `/users/${closed.id}/reactivate`],
    ['POST', '/register', { fetch_event_types: ['realm_bot', 'realm_user'] }],
    ...invitations.map((id) => ['DELETE', `/invites/${id}`] as [string, string]),
    ...links.map((id) => ['DELETE', `/invites/multiuse/${id}`] as [string, string]),
  ]
  const answers: [string, Answer][] = []
  for (const [method, path, parameters] of tries) {
    const answer = await actor.request(method, path, parameters)
    assert.ok(answer.status < 500, `${method} ${path}`)
    const isHanding = /^(POST|PATCH|DELETE)/.test(method) && path !== '/register'
    if (isHanding) assert.is(answer.result, 'error', `${actor.name}: ${method} ${path} for ${role}`)
    answers.push([`${method} ${path}`, answer])
  }
  return answers
}

test.run()
