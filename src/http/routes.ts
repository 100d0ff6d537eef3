// Everything this server serves, by method and path.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { passwordResets, RATE_RULES } from '../api/core/limits.ts'
import { type Endpoint, endpoints } from '../api/index.ts'
import type { OwnAuthority } from '../base/certificates.ts'
import type { App, Context } from '../domain/kernel/context.ts'
import { emailKey } from '../domain/users/users.ts'
import { RequestError } from '../errors.ts'
import type { BodyReader } from './body.ts'
import type { ClientAddress } from './client-address.ts'
import { exportHandler } from './files/exports.ts'
import {
  avatarHandler,
  emojiHandler,
  externalPictureHandler,
  loadingHandler,
  pictureHandler,
  redirectToPicture,
  soundHandler,
} from './files/pictures.ts'
import { uploadHandler } from './files/uploads.ts'
import type { MemoryGuard } from './memory-guard.ts'
import { authorityHandler } from './pages/authority.ts'
import { callHandler } from './pages/call.ts'
import { confirmHandler } from './pages/confirm.ts'
import { forgotHandler } from './pages/forgot.ts'
import { joinHandler } from './pages/join.ts'
import { logInAsHandler } from './pages/log-in-as.ts'
import type { SendPage } from './pages/page.ts'
import { passwordHandler } from './pages/password.ts'
import { setupHandler } from './pages/setup.ts'
import { unsubscribeHandler } from './pages/unsubscribe.ts'
import type { RateLimits } from './rate-limits.ts'
import { referenceHandlers } from './reference/handler.ts'
import { ANY_METHOD, Router } from './router.ts'
import { webClientHandlers } from './web/client.ts'
import type { WebClient } from './web/files.ts'

/** The two roots of the API: one for programs with a key, one for browsers with a session. */
export type ApiRoot = 'key' | 'session'

const ROOT_PATHS: Record<ApiRoot, string> = { key: '/api/v1', session: '/json' }

/** @param path below the prefix it is mounted at, with its slash and without a query */
type Handler = (req: IncomingMessage, res: ServerResponse, path: string) => Promise<void> | void

/** What a path leads to: an endpoint of one of the roots, or a handler with a socket. */
export type Target =
  | { endpoint: Endpoint; root: ApiRoot; handle?: undefined }
  | { handle: Handler; prefix: string; route: string; endpoint?: undefined }

/** @param path below the prefix of the page, without slashes around it */
type Page = (req: IncomingMessage, res: ServerResponse, path: string) => Promise<void> | void

export interface RouteParts {
  /** This server's own authority, whose root people install; undefined without one. */
  authority: OwnAuthority | undefined
  /** Refuses large reads while memory is short. */
  memory: Pick<MemoryGuard, 'admit'>
  limits: RateLimits
  addressOf: ClientAddress
  readBody: BodyReader
  web: WebClient
  sendPage: SendPage
  isOnThisMachine: (req: IncomingMessage) => boolean
}

/** Builds the router of everything that is served. */
export function routerOf(ctx: App, parts: RouteParts): Router<Target> {
  const router = new Router<Target>()
  addEndpoints(router, ctx)
  addFiles(router, ctx, parts)
  addPages(router, ctx, parts)
  addWebClient(router, ctx, parts)
  return router
}

function addEndpoints(router: Router<Target>, ctx: Context) {
  for (const root of ['key', 'session'] as const) {
    const prefix = ROOT_PATHS[root]
    for (const endpoint of endpoints)
      router.add(endpoint.method, prefix + endpoint.path, { endpoint, root })
    for (const kind of ['icon', 'logo'] as const) {
      const handle = redirectToPicture(ctx, kind)
      router.add('GET', `${prefix}/realm/${kind}`, { handle, prefix, route: `GET /realm/${kind}` })
    }
  }
  const { openapi, docs } = referenceHandlers(ctx.server)
  const prefix = ROOT_PATHS.key
  for (const [name, handle] of Object.entries({ 'openapi.json': openapi, docs }))
    router.add('GET', `${prefix}/${name}`, { handle, prefix, route: `GET /${name}` })
}

/** Routes a prefix and everything below it, for every method. */
const mount = (router: Router<Target>, prefix: string, handle: Handler) =>
  router.add(ANY_METHOD, `${prefix}/*`, { handle, prefix, route: `${prefix}/*` })

function addFiles(router: Router<Target>, ctx: Context, { limits, addressOf }: RouteParts) {
  const mountLimited = (prefix: string, handle: Handler) =>
    mount(router, prefix, async (req, res, path) => {
      try {
        await handle(req, res, path)
      } catch (error) {
        // Addresses of files are secrets, so a client that tries many is slowed down.
        if (error instanceof RequestError) limits.take(RATE_RULES.refusedFiles, addressOf(req), {})
        throw error
      }
    })
  mountLimited('/user_avatars', pictureHandler(ctx))
  mountLimited('/static/generated/emoji', emojiHandler())
  mountLimited('/static/images/loading', loadingHandler())
  mountLimited('/static/audio/notification_sounds', soundHandler())
  mountLimited('/avatar', avatarHandler(ctx))
  mountLimited('/user_uploads', uploadHandler(ctx, limits))
  mountLimited('/exports', exportHandler(ctx))
  // Not limited: a picture that another site has removed is no guess of a secret address.
  mount(router, '/external_content', externalPictureHandler(ctx))
}

function addPages(router: Router<Target>, ctx: App, parts: RouteParts) {
  const { limits, addressOf, readBody, sendPage, authority } = parts
  const takeMail = (req: IncomingMessage) =>
    limits.take(RATE_RULES.anonymousMail, addressOf(req), {})
  const takeReset = (req: IncomingMessage, email: string) => {
    takeMail(req)
    for (const { rule } of passwordResets) limits.take(rule, emailKey(email), {})
  }
  const pages: Record<string, Page> = {
    '/setup': setupHandler(ctx, readBody, sendPage),
    '/join': joinHandler(ctx, readBody, sendPage, takeMail),
    '/password/forgot': forgotHandler(ctx, readBody, sendPage, takeReset),
    '/password': passwordHandler(ctx, readBody, sendPage),
    '/confirm': confirmHandler(ctx, sendPage),
    '/unsubscribe': unsubscribeHandler(ctx, sendPage),
    '/calls': callHandler(ctx, sendPage),
    '/log-in-as': logInAsHandler(ctx),
    ...(authority && { '/local-authority': authorityHandler(authority, sendPage) }),
  }
  for (const [prefix, page] of Object.entries(pages)) {
    mount(router, prefix, (req, res, path) => {
      const rule = req.method === 'POST' ? RATE_RULES.address : RATE_RULES.pages
      limits.take(rule, addressOf(req), {})
      return page(req, res, path.slice(1).replace(/\/$/, ''))
    })
  }
}

function addWebClient(router: Router<Target>, ctx: Context, parts: RouteParts) {
  const { page, file, serviceWorker, manifest, favicon } = webClientHandlers(ctx, parts)
  mount(router, '/web', file)
  const alone: Record<string, Handler> = {
    '/': page,
    '/sw.js': serviceWorker,
    '/manifest.webmanifest': manifest,
    '/favicon.ico': favicon,
  }
  for (const [path, handle] of Object.entries(alone))
    router.add(ANY_METHOD, path, { handle, prefix: '', route: path })
}
