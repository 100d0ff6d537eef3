// Declares endpoints. A declaration is the route, the caller, the parameters, the limits, the
// answer and the handler; it runs without a socket.

import type * as z from 'zod'
import type { SentFile } from '../../base/files.ts'
import type { JsonBytes, RawJson } from '../../base/json.ts'
import type { App } from '../../domain/kernel/context.ts'
import type { User } from '../../domain/users/users.ts'
import type { ErrorCode } from '../../errors.ts'
import { actingFor, admitCaller, type Callers, type Tier } from './callers.ts'
import { type Limit, RATE_RULES, type RateRule } from './limits.ts'
import { type Fields, isRequired, ParameterReader } from './params.ts'

/** One request, as an endpoint sees it. */
export interface EndpointCall {
  /** The caller; undefined for a spectator. */
  user: User | undefined
  /** Name of the client program. */
  client: string
  /** The client's User-Agent announces the vendor whose names for some values it knows. */
  vendorNames: boolean
  /** Network address of the client, for limits on callers without an account. */
  address: string
  files: readonly SentFile[]
  /** CSRF token of the browser session; undefined with other credentials. */
  csrfToken: string | undefined
  /** Value of a request header, by its name in lower case; undefined where it was not sent. */
  header(name: string): string | undefined
  /** Logs the browser in with a cookie. @returns the CSRF token of the session */
  startSession(user: User): Promise<string>
  /** Ends the browser's session. */
  endSession(): Promise<void>
  /** Calls back when the client hangs up before the answer. */
  onHangUp(work: () => void): void
  /**
   * Lets others run between reading the parameters and the work; undefined where there is little to read.
   * @returns the call with its caller as they are then
   * @throws RequestError if their credentials are not good any more
   */
  anotherTurn?: (() => Promise<EndpointCall>) | undefined
}

/** A call whose credentials were checked. */
export type UserCall = EndpointCall & { user: User }

type CallOf<T extends Tier> = T extends 'anyone' | 'spectator' ? EndpointCall : UserCall

/** Parameters by name, as text from the wire. */
export type RawParameters = Readonly<Record<string, string>>

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The result of a handler: the declared fields, each as a value or as ready JSON. */
type Body<R extends Fields> = {
  [K in keyof z.input<z.ZodObject<R>>]: z.input<z.ZodObject<R>>[K] | RawJson | JsonBytes
}

interface Definition<T extends Tier, P extends Fields, R extends Fields> extends Callers {
  /** What a call does: one sentence whose subject is the endpoint ("Lists the drafts."). */
  summary: string
  tier: T
  /** Codes of refusals besides those that follow from the tier and the parameters. */
  errors?: readonly ErrorCode[]
  /** The rate limit that calls count against; the default is `RATE_RULES.user`. */
  rate?: RateRule
  /** Further limits that calls count against. */
  limits?: readonly Limit[]
  /**
   * Calls take less time than it takes to order them, and come in hundreds: while their owners have
   * allowance, they do not wait for each other.
   */
  isBrief?: true
  /** Values from the browser session for parameters that the request does not send. */
  fromSession?: (user: User) => RawParameters
  params?: P
  /** Fields of the success answer besides the envelope's. */
  returns?: R
  handle(
    ctx: App,
    params: z.output<z.ZodObject<P>>,
    call: CallOf<T>,
  ): Promise<Body<R> | void> | Body<R> | void
}

export interface Endpoint {
  method: Method
  /** Below the API root, with `:name` for parameters: `/messages/:message_id`. */
  path: string
  summary: string
  tier: Tier
  /** Every code a call can be refused with. */
  errors(): readonly ErrorCode[]
  /** Those of them that the declaration names. */
  ownErrors: readonly ErrorCode[]
  rate: RateRule
  limits: readonly Limit[]
  isBrief: boolean
  fromSession(user: User): RawParameters
  params: Fields
  returns: Fields
  /** Runs without a socket: checks the caller, reads the parameters, does the work. */
  answer(
    ctx: App,
    sent: RawParameters,
    call: EndpointCall,
  ): Promise<Record<string, unknown>> | Record<string, unknown>
}

/**
 * Declares an endpoint: route, callers, parameters, answer, handler. `hearth routes` and the OpenAPI
 * document are made from the same declarations.
 */
export function endpoint<T extends Tier, P extends Fields = {}, R extends Fields = {}>(
  route: `${Method} /${string}`,
  def: Definition<T, P, R>,
): Endpoint {
  const [method, path] = route.split(' ') as [Method, string]
  const params = def.params ?? ({} as P)
  // Made by the first call: of the two hundred endpoints a start needs few.
  let reader: ParameterReader<P> | undefined
  return {
    method,
    path,
    summary: def.summary,
    tier: def.tier,
    errors() {
      return errorsOf(route, def.tier, params, def.errors ?? [])
    },
    ownErrors: def.errors ?? [],
    rate: def.rate ?? RATE_RULES.user,
    limits: def.limits ?? [],
    isBrief: def.isBrief ?? false,
    fromSession: def.fromSession ?? (() => ({})),
    params,
    returns: def.returns ?? {},
    answer(ctx, sent, call) {
      admitCaller(ctx, def, call.user)
      reader ??= new ParameterReader(params)
      const values = reader.read(sent)
      const handle = (now: EndpointCall) => {
        const app = now.user && method !== 'GET' ? actingFor(ctx, def, now.user) : ctx
        return def.handle(app, values, now as CallOf<T>)
      }
      const body = call.anotherTurn
        ? call.anotherTurn().then((later) => {
            admitCaller(ctx, def, later.user)
            return handle(later)
          })
        : handle(call)
      const ignored = reader.ignored(sent)
      // Not awaited: a held poll would keep this frame and its parameters in memory.
      return body instanceof Promise
        ? body.then((later) => success(later, ignored))
        : success(body, ignored)
    },
  }
}

/** The names of the parameters in a path, in order. */
export const pathNames = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/** The codes of a declaration, and those that follow from it. */
function errorsOf(
  route: string,
  tier: Tier,
  params: Fields,
  declared: readonly ErrorCode[],
): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    'BAD_REQUEST',
    'RATE_LIMIT_HIT',
    'SERVER_BUSY',
    'SERVER_NOT_READY',
  ])
  const isGet = route.startsWith('GET ')
  const schemas = Object.values(params)
  const isSent = (name: string) => !pathNames(route).includes(name)
  if (Object.keys(params).some((name) => isSent(name) && isRequired(params[name]!)))
    codes.add('REQUEST_VARIABLE_MISSING')
  if (schemas.some((schema) => schema.meta()?.alias !== undefined))
    codes.add('REQUEST_CONFUSING_VAR')
  if (!isGet) codes.add('PAYLOAD_TOO_LARGE')
  if (tier !== 'anyone') {
    for (const code of CREDENTIAL_ERRORS) codes.add(code)
    if (!isGet) codes.add('CSRF_FAILED')
  }
  if (tier === 'administrator' || tier === 'owner') codes.add('UNAUTHORIZED_PRINCIPAL')
  for (const code of declared) codes.add(code)
  return [...codes].sort()
}

const CREDENTIAL_ERRORS: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'INVALID_API_KEY',
  'USER_DEACTIVATED',
  'REALM_DEACTIVATED',
]

const success = (body: object | void, ignored: readonly string[]) => ({
  result: 'success',
  msg: '',
  ...body,
  ...(ignored.length > 0 && { ignored_parameters_unsupported: ignored }),
})
