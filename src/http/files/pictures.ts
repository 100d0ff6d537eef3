// Serves avatars, custom emoji, the icon, logos and sounds, and redirects to pictures.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { emojiDataFile, extraEmojiPicture } from '../../domain/content/emoji-data.ts'
import type { Context } from '../../domain/kernel/context.ts'
import { urlInPath } from '../../domain/pictures/external-pictures.ts'
import { organizationPictureUrl } from '../../domain/pictures/organization-pictures.ts'
import { findPicture } from '../../domain/pictures/pictures.ts'
import { avatarOf } from '../../domain/users/avatars.ts'
import { notificationSound } from '../../domain/users/notification-sounds.ts'
import { SECURITY_HEADERS } from '../answer.ts'
import { READING, requireMethod } from '../methods.ts'
import { decoded, refusePath } from '../paths.ts'
import { viewerOf } from '../sessions.ts'

/** For pictures whose address changes with their content. */
const FOREVER = 'public, max-age=31536000, immutable'

type Handler = (req: IncomingMessage, res: ServerResponse, path: string) => Promise<void>

/** /user_avatars/…: pictures of people, emoji and the organization, for everyone who has the address. */
export const pictureHandler =
  (ctx: Context): Handler =>
  async (req, res, path) => {
    requireMethod(req, res, READING)
    const picture = await findPicture(ctx, path)
    if (!picture) refusePath()
    send(req, res, picture.bytes, picture.type)
  }

/** Browsers ask again after a day: other sites change their pictures now and then. */
const FOR_A_DAY = 'private, max-age=86400'

/** /external_content/…: pictures of other sites that messages show, for everyone who has the address. */
export const externalPictureHandler =
  (ctx: Context): Handler =>
  async (req, res, path) => {
    requireMethod(req, res, READING)
    const url = urlInPath(ctx, path) ?? refusePath()
    const picture = (await ctx.externalPictures.find(url)) ?? refusePath()
    send(req, res, picture.bytes, picture.type, FOR_A_DAY)
  }

/** /static/generated/emoji/…: the names of emoji, and the one picture of an emoji that is ours. */
export const emojiHandler = (): Handler => async (req, res, path) => {
  requireMethod(req, res, READING)
  const { name, json } = emojiDataFile()
  if (path === `/${name}`) return send(req, res, Buffer.from(json), 'application/json')
  if (path === extraEmojiPicture.path) {
    return send(req, res, extraEmojiPicture.draw(), 'image/png')
  }
  refusePath()
}

/** A turning ring: the placeholder in messages for pictures that are still being made. */
const LOADING_PICTURE = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48">' +
    '<circle cx="24" cy="24" r="18" fill="none" stroke="#000" stroke-opacity=".5" stroke-width="5"' +
    ' stroke-dasharray="80 34"><animateTransform attributeName="transform" type="rotate"' +
    ' from="0 24 24" to="360 24 24" dur="1.2s" repeatCount="indefinite"/></circle></svg>',
)

/** /static/images/loading/…: the placeholder for thumbnails that do not exist yet. */
export const loadingHandler = (): Handler => async (req, res, path) => {
  requireMethod(req, res, READING)
  if (path !== '/loader-black.svg') refusePath()
  send(req, res, LOADING_PICTURE, 'image/svg+xml')
}

/** /static/audio/notification_sounds/NAME.wav. */
export const soundHandler = (): Handler => async (req, res, path) => {
  requireMethod(req, res, READING)
  const [, name = ''] = /^\/(\w+)\.wav$/.exec(path) ?? []
  send(req, res, notificationSound(name) ?? refusePath(), 'audio/wav')
}

/** /avatar/{user ID or e-mail}[/medium]: leads to the picture, for any kind of credentials. */
export const avatarHandler =
  (ctx: Context): Handler =>
  async (req, res, path) => {
    requireMethod(req, res, READING)
    const user = viewerOf(ctx, req)
    const [, person = '', size] = /^\/([^/]+)(?:\/(medium))?$/.exec(path) ?? []
    redirect(res, avatarOf(ctx, user, decoded(person), size === 'medium'))
  }

/** GET /realm/icon and /realm/logo, which show where the picture is. */
export const redirectToPicture =
  (ctx: Context, kind: 'icon' | 'logo') => (req: IncomingMessage, res: ServerResponse) => {
    const isNight = /[?&]night=true(&|$)/.test(req.url ?? '')
    redirect(res, organizationPictureUrl(ctx, kind === 'logo' && isNight ? 'night_logo' : kind))
  }

function redirect(res: ServerResponse, url: string) {
  res.writeHead(302, {
    ...SECURITY_HEADERS,
    Location: url,
    'Cache-Control': 'private, no-cache',
    'Content-Length': 0,
  })
  res.end()
}

function send(
  req: IncomingMessage,
  res: ServerResponse,
  bytes: Buffer,
  type: string,
  cacheControl = FOREVER,
) {
  res.writeHead(200, {
    ...SECURITY_HEADERS,
    'Content-Type': type,
    'Content-Length': bytes.length,
    'Cache-Control': cacheControl,
  })
  res.end(req.method === 'HEAD' ? undefined : bytes)
}
