// Recognises image files by their first bytes.

/** Formats that browsers show and thumbnails are made of. HEIC is missing: its codec is patented. */
export type ImageType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'image/avif'
  | 'image/tiff'

/**
 * The media type of an image file by its first bytes, which is what browsers go by.
 * @param name of the file: raw photographs begin like TIFF and are told apart by their extension
 */
export function imageType(bytes: Uint8Array, name: string): ImageType | undefined {
  const start = Buffer.from(bytes.subarray(0, 32)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(start)) return 'image/gif'
  if (/^RIFF.{4}WEBP/s.test(start)) return 'image/webp'
  if (/^.{4}ftyp.*avi[fs]/s.test(start)) return 'image/avif'
  if (/^(?:II\*\0|MM\0\*)/.test(start) && /\.tiff?$/i.test(name)) return 'image/tiff'
  return undefined
}
