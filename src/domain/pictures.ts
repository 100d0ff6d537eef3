import { MAX_PICTURE_MIB } from '../base/limits.ts'
import { randomToken } from '../base/tokens.ts'
import { refuse } from '../errors.ts'
import { MAX_PIXELS, type Rendition } from '../images/conversion.ts'
import { drawIdenticon } from '../images/identicon.ts'
import { imageType } from '../images/image-type.ts'
import type { Context } from './context.ts'
import { ORGANIZATION_ID } from './organization.ts'

/** A picture that is on disk, under a name nobody can guess. */
export interface StoredPicture {
  name: string
  /** Of its first frame alone, where it moves. */
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

/** What is made of each kind of picture (messages 8.7, organization 4.2). */
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

const NAME_LENGTH = 32
const GENERATED_NAME_LENGTH = 24

const MEDIUM_SUFFIX = '-medium'

/** Where pictures lie below the uploads. */
export const PICTURES_FOLDER = 'pictures'

export const picturePath = (name: string) => `${PICTURES_FOLDER}/${name}`

/**
 * Scales and stores a picture somebody sent: without what the file says besides, such as where a
 * photograph was taken.
 *
 * @param files as they came: exactly one is expected
 * @param expectation what to answer to none, or several
 * @param use makes a row name the picture; where that fails, nothing of it stays
 * @throws RequestError BAD_IMAGE for what is no picture; for none, several, or too large a file
 */
export async function storePicture<T>(
  ctx: Context,
  kind: PictureKind,
  files: readonly File[],
  expectation: string,
  use: (picture: StoredPicture) => Promise<T>,
): Promise<T> {
  const [file, ...others] = files
  if (!file || others.length > 0) refuse('BAD_REQUEST', expectation)
  if (file.size > MAX_PICTURE_MIB * 1024 * 1024) {
    refuse(
      'BAD_REQUEST',
      `Uploaded file is larger than the allowed limit of ${MAX_PICTURE_MIB} MiB`,
    )
  }
  const { picture, medium, moving } = await scale(ctx, kind, file)
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
  ctx.files.save(picturePath(name), [bytes])

interface Scaled {
  picture: Uint8Array
  medium?: Uint8Array
  moving?: Uint8Array
}

async function scale(ctx: Context, kind: PictureKind, file: File): Promise<Scaled> {
  const bytes = Buffer.from(await file.arrayBuffer())
  const wanted = Object.entries<Rendition>(RENDITIONS[kind])
  const made = imageType(bytes, file.name)
    ? await ctx.images.convert(
        { bytes },
        wanted.map(([, rendition]) => rendition),
        'now',
      )
    : 'undecodable'
  if (made === 'too large') {
    refuse('BAD_IMAGE', `Image has too many pixels; the limit is ${MAX_PIXELS / 1e6} million.`)
  }
  if (made === 'undecodable') {
    refuse('BAD_IMAGE', 'Could not decode image; did you upload an image file?')
  }
  return Object.fromEntries(wanted.map(([name], index) => [name, made.images[index]])) as never
}

/** Takes pictures nothing names any more off the disk; what cannot be removed harms nobody. */
export async function discardPictures(ctx: Context, names: readonly (string | null)[]) {
  for (const name of names) {
    if (name === null) continue
    for (const file of [name, name + MEDIUM_SUFFIX]) {
      await ctx.files.remove(picturePath(file)).catch((error) => {
        ctx.log.error('picture-not-removed', { error: String(error) })
      })
    }
  }
}

/** Where a picture is read. Clients take `.png` for granted, whatever the file is. */
export const pictureUrl = (name: string, version?: number, isMedium = false) =>
  `/user_avatars/${ORGANIZATION_ID}/${name}${isMedium ? MEDIUM_SUFFIX : ''}.png${version === undefined ? '' : `?version=${version}`}`

/** Name of the picture drawn for something that has none of its own. */
export const generatedName = (ctx: Context, key: string) =>
  ctx.keys.sign('avatar', key, GENERATED_NAME_LENGTH)

/** Of somebody the viewer may not see: the same for all of them. */
export const unknownAvatar = (ctx: Context, isMedium = false) =>
  pictureUrl(generatedName(ctx, 'unknown'), 1, isMedium)

const URL_PATH = new RegExp(`^/${ORGANIZATION_ID}/([0-9A-Za-z]{24,32})(${MEDIUM_SUFFIX})?\\.png$`)

/**
 * The picture at an address.
 * @param path what follows /user_avatars, without the query
 * @returns undefined where there is none
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
  const bytes = await ctx.files.read(picturePath(name + medium))
  return bytes && { bytes, type: imageType(bytes, name)! }
}
