import type { z } from 'zod'
import type { RawJson } from '../base/json.ts'
import { BOT_TYPE } from '../domain/bot-types.ts'
import type { Context } from '../domain/context.ts'
import { ROLE, requireAdministrator, requireOwner } from '../domain/roles.ts'
import { admitSpectator } from '../domain/spectators.ts'
import type { User } from '../domain/users.ts'
import { refuse } from '../errors.ts'
import { ParameterReader, type Shape } from './params.ts'

/**
 * Who may call an endpoint at all; what exactly they may do there is the domain's to say.
 * `anyone` does not look at credentials, `spectator` may come without them where the
 * organization shows itself.
 */
export type Tier =
  | 'anyone'
  | 'spectator'
  | 'user'
  | 'human'
  | 'member'
  | 'non-guest'
  | 'administrator'
  | 'owner'

/** One request, as an endpoint sees it. */
export interface Call {
  /** Who asks; undefined for a spectator. */
  user: User | undefined
  /** Name of the client program (events 6). */
  client: string
  /** The client's User-Agent announces the vendor whose names for some values it knows. */
  vendorNames: boolean
  /** Where the request came from, for limits on those without an account. */
  address: string
  files: readonly File[]
  /** Of the browser session the request came with; undefined with other credentials. */
  csrfToken: string | undefined
  /** Gives the browser a session's token in a cookie. */
  keepSession(token: string): void
  /** Ends the browser's session. */
  endSession(): Promise<void>
  /** Calls back when the client hangs up before the answer. */
  onHangUp(work: () => void): void
}

/** A call whose credentials were checked. */
export type UserCall = Call & { user: User }

type CallOf<T extends Tier> = T extends 'anyone' | 'spectator' ? Call : UserCall

/** Parameters by name as they came, and files. */
export type Sent = Readonly<Record<string, string>>

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a handler answers: the declared fields, ready JSON allowed for each. */
type Body<R extends Shape> = {
  [K in keyof z.input<z.ZodObject<R>>]: z.input<z.ZodObject<R>>[K] | RawJson
}

interface Definition<T extends Tier, P extends Shape, R extends Shape> {
  tier: T
  /** Also for incoming-webhook bots, which may do nothing but post (organization 2.5). */
  forWebhookBots?: true
  params?: P
  /** Fields of the success answer besides the envelope's. */
  returns?: R
  handle(
    ctx: Context,
    params: z.output<z.ZodObject<P>>,
    call: CallOf<T>,
  ): Promise<Body<R> | void> | Body<R> | void
}

export interface Endpoint {
  method: Method
  /** Below the API root, with `:name` for parameters: `/messages/:message_id`. */
  path: string
  tier: Tier
  params: Shape
  returns: Shape
  /** Runs without a socket: checks the caller, reads the parameters, does the work. */
  answer(
    ctx: Context,
    sent: Sent,
    call: Call,
  ): Promise<Record<string, unknown>> | Record<string, unknown>
}

/**
 * Declares an endpoint: its route, who may call it, its parameters, its answer and its story.
 * The declaration is also what `hearth routes` and the OpenAPI document are made from.
 */
export function endpoint<T extends Tier, P extends Shape = {}, R extends Shape = {}>(
  route: `${Method} /${string}`,
  def: Definition<T, P, R>,
): Endpoint {
  const [method, path] = route.split(' ') as [Method, string]
  const params = def.params ?? ({} as P)
  const reader = new ParameterReader(params)
  return {
    method,
    path,
    tier: def.tier,
    params,
    returns: def.returns ?? {},
    answer(ctx, sent, call) {
      if (!def.forWebhookBots) refuseWebhookBot(def.tier, call.user)
      admit(ctx, def.tier, call.user)
      const body = def.handle(ctx, reader.read(sent), call as CallOf<T>)
      const ignored = reader.ignored(sent)
      // Not awaited: this function and all that was sent would stay while somebody waits for events.
      return body instanceof Promise
        ? body.then((later) => success(later, ignored))
        : success(body, ignored)
    },
  }
}

const success = (body: object | void, ignored: readonly string[]) => ({
  result: 'success',
  msg: '',
  ...body,
  ...(ignored.length > 0 && { ignored_parameters_unsupported: ignored }),
})

function admit(ctx: Context, tier: Tier, user: User | undefined) {
  if (tier === 'anyone') return
  if (tier === 'spectator') return admitSpectator(ctx, user)
  if (user === undefined) {
    refuse('UNAUTHORIZED', 'Not logged in: API authentication or user session required')
  }
  switch (tier) {
    case 'user':
      return
    case 'human':
      return admitPerson(user)
    case 'member':
      admitPerson(user)
      return admitMember(user)
    case 'non-guest':
      return admitMember(user)
    case 'administrator':
      return requireAdministrator(user)
    case 'owner':
      return requireOwner(user)
  }
}

function refuseWebhookBot(tier: Tier, user: User | undefined) {
  if (tier !== 'anyone' && user?.bot_type === BOT_TYPE.incomingWebhook)
    refuse('UNAUTHORIZED', 'This API is not available to incoming webhook bots.')
}

function admitPerson(user: User) {
  if (user.bot_type !== null || user.system_bot !== null) {
    refuse('BAD_REQUEST', 'This endpoint does not accept bot requests.')
  }
}

function admitMember(user: User) {
  if (user.role === ROLE.guest) refuse('BAD_REQUEST', 'Not allowed for guest users')
}
