// One thing of each kind that calls refer to, made through the API, so that every endpoint has something
// to succeed with when its holds are measured.

import { basic, Connection, expectSuccess, requestBytes, type Success } from './client.ts'
import type { LargeOrganization } from './holds-data.ts'
import { noise } from './pictures.ts'

/** IDs of things that belong to the owner. */
export interface Fixtures {
  folder: number
  defaultGroup: number
  /** A group that has the other one as a subgroup. */
  group: number
  subgroup: number
  bot: number
  botAuthorization: string
  draft: number
  snippet: number
  scheduled: number
  reminder: number
  /** A message of the owner, one to all people, and one with a poll. */
  own: number
  toEveryone: number
  poll: number
  queue: string
  linkifier: number
  playground: number
  profileField: number
  invitation: number
  invitationLink: number
  attachment: number
  /** An address without /user_uploads/. */
  file: string
  device: number
  pushSubscription: number
  session: string
}

/** What the calls refer to: what was made once by SQL, and what is made for each measurement. */
export type Ground = LargeOrganization & { fixtures: Fixtures }

/** The owner's, as the organization was founded. */
export const LOGIN = { username: 'owner@harbour.test', password: 'correct horse battery' }

/** UNIX seconds. */
export const FAR_FUTURE = 4_000_000_000

type Ask = (method: string, path: string, parameters?: Record<string, unknown>) => Promise<Success>

/** Makes them all. @throws Error with the server's words where one cannot be made */
export async function furnish(url: string, large: LargeOrganization): Promise<Fixtures> {
  const { authorization } = large.owner
  const ask: Ask = (method, path, parameters = {}) =>
    expectSuccess(url, { method, path: `/api/v1${path}`, authorization, parameters })
  const people = await makePeople(ask, large)
  const things = await makeThings(ask, large)
  const { url: file } = await upload(url, authorization, '/user_uploads', noise(200))
  await upload(url, authorization, '/realm/emoji/ship', noise(64))
  return {
    ...people,
    ...things,
    ...(await makeDevices(ask)),
    file: file.replace(/^\/user_uploads\//, ''),
    attachment: (await ask('GET', '/attachments')).attachments[0].id,
  }
}

async function makePeople(ask: Ask, large: LargeOrganization) {
  const groupNamed = async (name: string): Promise<number> => {
    const members = large.users.slice(0, 5)
    return (await ask('POST', '/user_groups/create', { name, description: '', members })).group_id
  }
  const [group, subgroup] = [await groupNamed('Crew'), await groupNamed('Deck')]
  await ask('POST', `/user_groups/${group}/subgroups`, { add: [subgroup] })
  const bot = await ask('POST', '/bots', { full_name: 'Robot', short_name: 'robot', bot_type: 1 })
  const { user } = await ask('GET', `/users/${bot.user_id}`)
  await ask('POST', '/invites', { invitee_emails: 'new@else.test', stream_ids: [large.everyone] })
  await ask('POST', '/invites/multiuse', { stream_ids: [large.everyone] })
  const { invites } = await ask('GET', '/invites')
  const invitation = (isMultiuse: boolean): number =>
    invites.find((one: Success) => one.is_multiuse === isMultiuse).id
  return {
    group,
    subgroup,
    bot: bot.user_id as number,
    botAuthorization: basic(user.email, bot.api_key),
    invitation: invitation(false),
    invitationLink: invitation(true),
  }
}

async function makeThings(ask: Ask, large: LargeOrganization) {
  const { few } = large
  const message = { type: 'channel', to: few, topic: 't', content: 'hello' }
  const later = { scheduled_delivery_timestamp: FAR_FUTURE }
  const poll = { widget_type: 'poll', extra_data: { question: 'Tea?', options: ['yes', 'no'] } }
  const make = async (path: string, name: string, parameters: Record<string, unknown>) =>
    (await ask('POST', path, parameters))[name] as number
  const moderation_request_channel_id = await make('/channels/create', 'id', {
    name: 'Reports',
    subscribers: [],
    invite_only: true,
  })
  await ask('PATCH', '/realm', { moderation_request_channel_id })
  await ask('POST', '/realm/domains', { domain: 'ship.test', allow_subdomains: true })
  await ask('POST', '/navigation_views', { fragment: 'custom', is_pinned: true, name: 'Mine' })
  const basics = { group_name: 'Basics', description: '', stream_names: [large.channelNames[2]] }
  await ask('POST', '/default_stream_groups/create', basics)
  const types = { event_types: ['default_stream_groups'], idle_queue_timeout: 100_000 }
  const { realm_default_stream_groups, queue_id } = await ask('POST', '/register', types)
  const drafts = [{ type: 'stream', to: [few], topic: 't', content: 'hello' }]
  const snippet = { title: 'Hi', content: 'hello' }
  const linkifier = { pattern: 'SHIP-(?P<id>[0-9]+)', url_template: 'https://ships.test/{id}' }
  const template = { pygments_language: 'Python', url_template: 'https://play.test/?c={code}' }
  return {
    folder: await make('/channel_folders/create', 'channel_folder_id', {
      name: 'Old',
      description: '',
    }),
    defaultGroup: realm_default_stream_groups[0].id as number,
    queue: queue_id as string,
    draft: (await ask('POST', '/drafts', { drafts })).ids[0] as number,
    snippet: await make('/saved_snippets', 'saved_snippet_id', snippet),
    scheduled: await make('/scheduled_messages', 'scheduled_message_id', { ...message, ...later }),
    reminder: await make('/reminders', 'reminder_id', {
      message_id: large.newest.at(-1),
      ...later,
    }),
    own: await make('/messages', 'id', message),
    toEveryone: await make('/messages', 'id', { ...message, to: large.everyone }),
    poll: await make('/messages', 'id', { ...message, widget_content: JSON.stringify(poll) }),
    linkifier: await make('/realm/filters', 'id', linkifier),
    playground: await make('/realm/playgrounds', 'id', { name: 'Play', ...template }),
    profileField: await make('/realm/profile_fields', 'id', { field_type: 1, name: 'Pronouns' }),
  }
}

async function makeDevices(ask: Ask) {
  await ask('POST', '/users/me/presence', { status: 'active' })
  await ask('POST', '/users/me/apns_device_token', { token: 'aa00', appid: 'test' })
  await ask('POST', '/users/me/android_gcm_reg_id', { token: 'aa00' })
  const push = { kind: 'ntfy', endpoint: 'https://push.invalid/topic' }
  await ask('POST', '/web/session', LOGIN)
  return {
    device: (await ask('POST', '/register_client_device')).device_id as number,
    pushSubscription: (await ask('POST', '/users/me/push_subscriptions', push)).id as number,
    session: (await ask('GET', '/web/sessions')).sessions[0].id as string,
  }
}

const BOUNDARY = 'a-line-between-parts'

/** The body of a form with one file, and its type. */
export function formWith(file: Buffer, parameters: Record<string, unknown> = {}) {
  const fields = Object.entries(parameters).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
  return {
    body: Buffer.concat([
      Buffer.from(fields.join('') + head),
      file,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  }
}

export async function upload(url: string, authorization: string, path: string, file: Buffer) {
  const { body, type } = formWith(file)
  const connection = await Connection.open(url)
  const request = { method: 'POST', path: `/api/v1${path}`, authorization }
  const answer = await connection.ask(requestBytes(request, body, type))
  connection.close()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.body}`)
  return JSON.parse(answer.body.toString()) as { url: string }
}
