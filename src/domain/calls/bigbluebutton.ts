// Calls on a BigBlueButton server: links to them, and joining.

import { hash, randomInt } from 'node:crypto'
import { equalsSecret } from '../../base/tokens.ts'
import { FORGED_CALL, PROVIDER_NOT_CONFIGURED } from '../../errors/calls.ts'
import { refuse } from '../../errors.ts'
import { CallFailed } from '../../outgoing-http/call-failed.ts'
import type { BigBlueButton, Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** Code points of the name of a call. */
export const MAX_CALL_NAME_LENGTH = 200

/** The path of a page of this server, on which people join. */
const JOIN_PATH = '/calls/bigbluebutton/join'

/** The answer is a short XML document. */
const MAX_ANSWER_BYTES = 64 * 1024

/** What a link to a call says: only this server can make one. */
interface Call {
  id: string
  name: string
  /** People other than the moderator cannot switch their cameras on. */
  isVoiceOnly: boolean
  /** The ID of the user who started it. */
  moderator: number
}

/** The BigBlueButton server. @throws RequestError if none is configured */
const theServer = (ctx: Context): BigBlueButton =>
  ctx.server.bigBlueButton ?? refuse(PROVIDER_NOT_CONFIGURED, { provider: 'BigBlueButton' })

/**
 * Makes the address of a new call, on this server. The meeting begins when someone joins.
 * @throws RequestError if no BigBlueButton server is configured
 */
export function createCall(ctx: Context, user: User, name: string, isVoiceOnly: boolean): string {
  theServer(ctx)
  const id = `hearth-${randomInt(10 ** 11, 10 ** 12)}`
  const call: Call = { id, name, isVoiceOnly, moderator: user.id }
  const claim = Buffer.from(JSON.stringify(call)).toString('base64url')
  return `${JOIN_PATH}?bigbluebutton=${claim}.${ctx.keys.sign('call', claim)}`
}

/**
 * Opens the meeting of a call, unless it is open already.
 * @param link the value of `bigbluebutton` in the address of the call
 * @returns the address at which this user, and nobody else, joins
 * @throws RequestError for a link that this server did not make, or if the BigBlueButton server
 * cannot be reached or refuses
 */
export async function joinCall(ctx: Context, user: User, link: string): Promise<string> {
  const server = theServer(ctx)
  const call = readLink(ctx, link)
  const createTime = await openMeeting(ctx, server, call)
  return addressFor(server, 'join', {
    meetingID: call.id,
    role: call.moderator === user.id ? 'MODERATOR' : 'VIEWER',
    fullName: user.full_name,
    createTime,
  })
}

function readLink(ctx: Context, link: string): Call {
  const [claim = '', signature = ''] = link.split('.', 2)
  if (!equalsSecret(signature, ctx.keys.sign('call', claim))) refuse(FORGED_CALL)
  return JSON.parse(Buffer.from(claim, 'base64url').toString())
}

/** @returns when the meeting was opened, as the BigBlueButton server says it */
async function openMeeting(ctx: Context, server: BigBlueButton, call: Call): Promise<string> {
  const url = addressFor(server, 'create', {
    meetingID: call.id,
    name: call.name,
    lockSettingsDisableCam: String(call.isVoiceOnly),
  })
  const answer = await ask(ctx, url)
  const textOf = (tag: string) => new RegExp(`<${tag}>\\s*(\\w+)\\s*</${tag}>`).exec(answer)?.[1]
  if (textOf('messageKey') === 'checksumError')
    refuse('BAD_REQUEST', 'The BigBlueButton server does not accept the secret of this server.')
  const createTime = textOf('createTime')
  if (textOf('returncode') !== 'SUCCESS' || createTime === undefined)
    refuse('BAD_REQUEST', 'The BigBlueButton server could not open this call.')
  return createTime
}

async function ask(ctx: Context, url: string): Promise<string> {
  try {
    const { status, body } = await ctx.callServer.call({
      method: 'GET',
      url,
      redirects: 0,
      maxBytes: MAX_ANSWER_BYTES,
      longer: 'refuse',
    })
    if (status !== 200) throw new CallFailed(`it answered with the status ${status}`)
    return body.toString()
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    ctx.log.error('bigbluebutton-not-reached', { error: error.message })
    refuse('BAD_REQUEST', 'The BigBlueButton server could not be reached.')
  }
}

/** An address of the server's API; the checksum over the query shows that we know the secret. */
function addressFor(
  { url, secret }: BigBlueButton,
  action: 'create' | 'join',
  parameters: Readonly<Record<string, string>>,
): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encoded(value)}`)
    .join('&')
  return `${url}api/${action}?${query}&checksum=${hash('sha256', action + query + secret)}`
}

/** Escapes everything that a program on the way could escape, which would change the checksum. */
const encoded = (value: string) =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
