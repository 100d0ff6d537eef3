// Stores, draws, finds and discards pictures of people, emoji and the organization.

import type { SentFile } from '../../base/files.ts'
import { MAX_PICTURE_MIB } from '../../base/limits.ts'
import { randomToken } from '../../base/tokens.ts'
import { TOO_MANY_PIXELS, UNREADABLE_IMAGE } from '../../errors/files.ts'
import { refuse } from '../../errors.ts'
import { MAX_PIXELS, type Rendition } from '../../images/conversion.ts'
import { drawIdenticon } from '../../images/identicon.ts'
import { imageType } from '../../images/image-type.ts'
import type { Context } from '../kernel/context.ts'
import { ORGANIZATION_ID } from '../organization/organization.ts'

/** A picture on disk, under a random name. */
export interface StoredPicture {
  name: string
  /** The still picture of an animation; null if it is not animated. */
  stillName: string | null
}

/** Pixels of the two sizes clients ask for. */
const SMALL = 100
const MEDIUM = 500

const cropped = (side: number): Rendition => ({
  format: 'png',
  width: side,
  height: side,
  fit: 'crop',
})

/** What is made of each kind of picture. */
const RENDITIONS = {
  avatar: { picture: cropped(SMALL), medium: cropped(MEDIUM) },
  icon: { picture: cropped(SMALL) },
  logo: { picture: { format: 'png', width: 800, height: 100, fit: 'inside' } },
  emoji: {
    picture: { format: 'png', width: 64, height: 64, fit: 'pad' },
    moving: { format: 'webp', width: 64, height: 64, fit: 'pad', moving: true },
  },
} satisfies Record<string, { picture: Rendition; medium?: Rendition; moving?: Rendition }>

export type PictureKind = keyof typeof RENDITIONS

/** The picture in a request. */
export interface SentPicture {
  /** The ID of a user. */
  sender: number
  kind: PictureKind
  /** All files of the request; exactly one is expected. */
  files: readonly SentFile[]
  /** The refusal of a request with no file or with several. */
  expectation: string
}

const NAME_LENGTH = 32
const GENERATED_NAME_LENGTH = 24

const MEDIUM_SUFFIX = '-medium'

/** Where pictures lie below the uploads. */
export const PICTURES_FOLDER = 'pictures'

/** The path of a picture below the uploads. */
export const picturePath = (name: string) => `${PICTURES_FOLDER}/${name}`

/**
 * Scales and stores an uploaded picture without its metadata, such as the place of a photograph.
 *
 * @param use stores the name in a row; if it fails, the picture is removed
 * @throws RequestError BAD_IMAGE if it is not a picture; for no file, several, or one that is too large
 */
export async function storePicture<T>(
  ctx: Context,
  { sender, kind, files, expectation }: SentPicture,
  use: (picture: StoredPicture) => Promise<T>,
): Promise<T> {
  const [file, ...others] = files
  if (!file || others.length > 0) refuse('BAD_REQUEST', expectation)
  if (file.bytes.length > MAX_PICTURE_MIB * 1024 * 1024) {
    refuse(
      'BAD_REQUEST',
      `Uploaded file is larger than the allowed limit of ${MAX_PICTURE_MIB} MiB`,
    )
  }
  const { picture, medium, moving } = await scale(ctx, sender, kind, file)
  const stored = {
    name: randomToken(NAME_LENGTH),
    stillName: moving ? randomToken(NAME_LENGTH) : null,
  }
  try {
    await save(ctx, stored.name, moving ?? picture)
    if (stored.stillName) await save(ctx, stored.stillName, picture)
    if (medium) await save(ctx, stored.name + MEDIUM_SUFFIX, medium)
    return await use(stored)
  } catch (error) {
    await discardPictures(ctx, [stored.name, stored.stillName])
    throw error
  }
}

const save = (ctx: Context, name: string, bytes: Uint8Array) =>
  ctx.fileStore.save(picturePath(name), [bytes])

interface Scaled {
  picture: Uint8Array
  medium?: Uint8Array
  moving?: Uint8Array
}

async function scale(
  ctx: Context,
  sender: number,
  kind: PictureKind,
  file: SentFile,
): Promise<Scaled> {
  const bytes = file.bytes
  const wanted = Object.entries<Rendition>(RENDITIONS[kind])
  const made = imageType(bytes, file.name)
    ? await ctx.images.convert(
        sender,
        { bytes },
        wanted.map(([, rendition]) => rendition),
        'now',
      )
    : 'undecodable'
  if (made === 'too large') {
    refuse(TOO_MANY_PIXELS, { limit: MAX_PIXELS / 1e6 })
  }
  if (made === 'undecodable') {
    refuse(UNREADABLE_IMAGE)
  }
  return Object.fromEntries(wanted.map(([name], index) => [name, made.images[index]])) as never
}

/** Removes unused pictures from the disk; the daily job retries those that cannot be removed. */
export async function discardPictures(ctx: Context, names: readonly (string | null)[]) {
  for (const name of names) {
    if (name === null) continue
    for (const file of [name, name + MEDIUM_SUFFIX]) {
      await ctx.fileStore.remove(picturePath(file)).catch((error) => {
        ctx.log.error('picture-not-removed', { error: String(error) })
      })
    }
  }
}

/** The address of a picture. Clients expect `.png`, whatever the format is. */
export const pictureUrl = (name: string, version?: number, isMedium = false) =>
  `/user_avatars/${ORGANIZATION_ID}/${name}${isMedium ? MEDIUM_SUFFIX : ''}.png${version === undefined ? '' : `?version=${version}`}`

/** The name of the generated picture for a key. */
export const generatedName = (ctx: Context, key: string) =>
  ctx.keys.sign('avatar', key, GENERATED_NAME_LENGTH)

/** The avatar of users who are hidden from the viewer: the same for all. */
export const unknownAvatar = (ctx: Context, isMedium = false) =>
  pictureUrl(generatedName(ctx, 'unknown'), 1, isMedium)

const URL_PATH = new RegExp(`^/${ORGANIZATION_ID}/([0-9A-Za-z]{24,32})(${MEDIUM_SUFFIX})?\\.png$`)

/**
 * The picture at an address.
 * @param path what follows /user_avatars, without the query
 * @returns undefined if the address leads to no picture
 */
export async function findPicture(
  ctx: Context,
  path: string,
): Promise<{ bytes: Buffer; type: string } | undefined> {
  const [, name, medium = ''] = URL_PATH.exec(path) ?? []
  if (name?.length === GENERATED_NAME_LENGTH) {
    return { bytes: drawIdenticon(name, medium ? MEDIUM : SMALL), type: 'image/png' }
  }
  if (name?.length !== NAME_LENGTH) return undefined
  const bytes = await ctx.fileStore.read(picturePath(name + medium))
  return bytes && { bytes, type: imageType(bytes, name)! }
}
