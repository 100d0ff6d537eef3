import { MAX_PICTURE_MIB } from '../base/limits.ts'
import { randomToken } from '../base/tokens.ts'
import { refuse } from '../errors.ts'
import { drawIdenticon } from '../images/identicon.ts'
import { imageFormat, isComplete, MEDIA_TYPE, readImage } from '../images/image.ts'
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

const NAME_LENGTH = 32
const GENERATED_NAME_LENGTH = 24

/** More would not be a picture but an attack on whoever opens it. */
const MAX_PIXELS = 50_000_000

/** Where pictures lie below the uploads. */
export const PICTURES_FOLDER = 'pictures'

export const picturePath = (name: string) => `${PICTURES_FOLDER}/${name}`

/**
 * Checks and stores a picture somebody sent: without what the file says besides, such as where a
 * photograph was taken.
 *
 * @param files as they came: exactly one is expected
 * @param expectation what to answer to none, or several
 * @param use makes a row name the picture; where that fails, nothing of it stays
 * @throws RequestError BAD_IMAGE for what is no picture; for none, several, or too large a file
 */
export async function storePicture<T>(
  ctx: Context,
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
  const image = readImage(Buffer.from(await file.arrayBuffer()))
  if (!image || image.width * image.height > MAX_PIXELS || !(await isComplete(image))) {
    refuse('BAD_IMAGE', 'Could not decode image; did you upload an image file?')
  }
  const stored = {
    name: randomToken(NAME_LENGTH),
    stillName: image.still ? randomToken(NAME_LENGTH) : null,
  }
  try {
    await ctx.files.save(picturePath(stored.name), image.picture)
    if (stored.stillName) await ctx.files.save(picturePath(stored.stillName), image.still!)
    return await use(stored)
  } catch (error) {
    await discardPictures(ctx, [stored.name, stored.stillName])
    throw error
  }
}

/** Takes pictures nothing names any more off the disk; what cannot be removed harms nobody. */
export async function discardPictures(ctx: Context, names: readonly (string | null)[]) {
  for (const name of names) {
    if (name === null) continue
    await ctx.files.remove(picturePath(name)).catch((error) => {
      ctx.log.error('picture-not-removed', { error: String(error) })
    })
  }
}

/** Where a picture is read. Clients take `.png` for granted, whatever the file is. */
export const pictureUrl = (name: string, version?: number, isMedium = false) =>
  `/user_avatars/${ORGANIZATION_ID}/${name}${isMedium ? '-medium' : ''}.png${version === undefined ? '' : `?version=${version}`}`

/** Name of the picture drawn for something that has none of its own. */
export const generatedName = (ctx: Context, key: string) =>
  ctx.keys.sign('avatar', key, GENERATED_NAME_LENGTH)

/** Of somebody the viewer may not see: the same for all of them. */
export const unknownAvatar = (ctx: Context, isMedium = false) =>
  pictureUrl(generatedName(ctx, 'unknown'), 1, isMedium)

const URL_PATH = new RegExp(`^/${ORGANIZATION_ID}/([0-9A-Za-z]{24,32})(-medium)?\\.png$`)

/**
 * The picture at an address.
 * @param path what follows /user_avatars, without the query
 * @returns undefined where there is none
 */
export async function findPicture(
  ctx: Context,
  path: string,
): Promise<{ bytes: Buffer; type: string } | undefined> {
  const [, name, isMedium] = URL_PATH.exec(path) ?? []
  if (name?.length === GENERATED_NAME_LENGTH) {
    return { bytes: drawIdenticon(name, isMedium ? MEDIUM : SMALL), type: MEDIA_TYPE.png }
  }
  if (name?.length !== NAME_LENGTH) return undefined
  const bytes = await ctx.files.read(picturePath(name))
  const format = bytes && imageFormat(bytes)
  return bytes && format && { bytes, type: MEDIA_TYPE[format] }
}
