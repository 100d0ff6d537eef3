// Serves the web client: the page at /, its files, its service worker and its manifest.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../../domain/kernel/context.ts'
import { findOrganization } from '../../domain/organization/organization.ts'
import { organizationPictureUrl } from '../../domain/pictures/organization-pictures.ts'
import { SECURITY_HEADERS } from '../answer.ts'
import { sendKept } from '../kept-file.ts'
import { READING, requireMethod } from '../methods.ts'
import type { SendPage } from '../pages/page.ts'
import { waitingPage } from '../pages/setup.ts'
import { refusePath } from '../paths.ts'
import { routed } from '../response.ts'
import type { WebClient, WebFiles } from './files.ts'

type Handler = (req: IncomingMessage, res: ServerResponse, path: string) => Promise<void>

/** For files with a hash of their content in the name. */
const FOREVER = 'public, max-age=31536000, immutable'

const SEPARATE: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=()',
}

export interface ClientParts {
  web: WebClient
  sendPage: SendPage
  isOnThisMachine: (req: IncomingMessage) => boolean
}

/** The handlers of the client's files by path. */
export function webClientHandlers(ctx: Context, parts: ClientParts) {
  const { web: client, sendPage, isOnThisMachine } = parts

  const page: Handler = async (req, res) => {
    requireMethod(req, res, READING)
    // A program that asks for JSON gets an error in JSON instead of a page.
    if (/^application\/json\b/i.test(req.headers.accept ?? '')) refusePath()
    if (ctx.server.setupToken !== undefined) {
      if (!isOnThisMachine(req)) return sendPage(res, waitingPage())
      const location = `/setup/${ctx.server.setupToken}`
      res.writeHead(303, { ...SECURITY_HEADERS, Location: location, 'Cache-Control': 'no-store' })
      return void res.end()
    }
    const files = await client.open()
    sendKept(req, res, files.page, {
      ...SEPARATE,
      Vary: 'Accept, Accept-Encoding',
      'Content-Security-Policy': policyOf(files),
      'Cache-Control': 'no-cache',
      ETag: `"${files.version}"`,
    })
  }

  const file: Handler = async (req, res, path) => {
    requireMethod(req, res, READING)
    if (path === '/reload' && client.onChange) return tellReloads(client, res)
    const { files } = await client.open()
    const found = files.get(path.slice(1)) ?? refusePath()
    sendKept(req, res, found, { 'Cache-Control': FOREVER })
  }

  const serviceWorker: Handler = async (req, res) => {
    requireMethod(req, res, READING)
    const { serviceWorker, version } = await client.open()
    sendKept(req, res, serviceWorker, {
      'Content-Security-Policy': "default-src 'none'; connect-src 'self'; script-src 'self'",
      'Cache-Control': 'no-cache',
      ETag: `"${version}"`,
    })
  }

  const manifest: Handler = async (req, res) => {
    requireMethod(req, res, READING)
    const { named } = await client.open()
    const plain = Buffer.from(JSON.stringify(manifestOf(ctx, named)))
    const type = 'application/manifest+json'
    sendKept(
      req,
      res,
      { type, plain, br: undefined, gzip: undefined },
      { 'Cache-Control': 'no-cache' },
    )
  }

  /** Browsers request /favicon.ico even if the page names another icon. */
  const favicon: Handler = async (req, res) => {
    requireMethod(req, res, READING)
    const { files, named } = await client.open()
    const icon = files.get(named['icons/icon-192.png']!)!
    sendKept(req, res, icon, { 'Cache-Control': 'public, max-age=86400' })
  }

  return { page, file, serviceWorker, manifest, favicon }
}

/**
 * Only what came with the client runs in it, and HTML gets into the page through one place. KaTeX
 * positions its parts by style attributes.
 */
const policyOf = ({ scriptHashes }: WebFiles) =>
  [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes].join(' ')}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types hearth',
  ].join('; ')

/** The web app manifest, named after the organization, or Hearth before there is one. */
function manifestOf(ctx: Context, named: WebFiles['named']) {
  const organization = findOrganization(ctx)
  const name = organization?.settings.name ?? 'Hearth'
  const own = (size: number) => ({
    src: `/web/${named[`icons/icon-${size}.png`]}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any maskable',
  })
  const icon = organization && { src: organizationPictureUrl(ctx, 'icon'), sizes: 'any' }
  return {
    name,
    short_name: name,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fffdfa',
    theme_color: '#a8421a',
    icons: [...(icon ? [icon] : []), own(192), own(512)],
  }
}

function tellReloads(client: WebClient, res: ServerResponse) {
  res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  const tell = () => void client.open().then(({ version }) => res.write(`data: ${version}\n\n`))
  tell()
  const forget = client.onChange!(tell)
  // A server that stops waits for answers in progress, and this one has no end.
  const look = setInterval(() => {
    if (routed(res)?.server?.listening === false) res.end()
  }, 200)
  res.once('close', () => {
    forget()
    clearInterval(look)
  })
}
