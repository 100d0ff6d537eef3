// The messages between the server and the process that decodes images, and their limits.

export type ImageSource = { path: string } | { bytes: Uint8Array }

export interface ImageFacts {
  /** In pixels, the right way up. */
  width: number
  height: number
  /** An animation has more than one. */
  frames: number
}

/** What to make of an image: format, size and fit. Metadata of the source file is dropped. */
export interface Rendition {
  format: 'png' | 'webp'
  /** In pixels. */
  width: number
  height: number
  /**
   * `crop` fills the size and cuts off what stands out, `pad` leaves room around it instead, and
   * `inside` keeps the proportions and never enlarges.
   */
  fit: 'crop' | 'pad' | 'inside'
  /** Whether to make the animated form alone; a still source then gives no picture. */
  moving?: true
}

export interface CodecRequest {
  source: ImageSource
  renditions: readonly Rendition[]
}

export interface Converted {
  facts: ImageFacts
  /** One for each rendition. */
  images: (Uint8Array | undefined)[]
}

/** Why an image was refused. */
export type ConversionRefusal = 'undecodable' | 'too large'

/** `ready` comes first, once; then one answer for each request, in their order. */
export type CodecAnswer = 'ready' | Converted | ConversionRefusal

/** The hidden command that makes the executable run as the codec process. */
export const CODEC_COMMAND = 'image-codec'

/** Pixels of one image. A file of few bytes can claim far more and exhaust the memory. */
export const MAX_PIXELS = 50_000_000

/** Pixels of all frames together; above this the picture becomes a still one. */
export const MAX_MOVING_PIXELS = 50_000_000

/** Frames of a rendition that is not `inside`; above this it becomes a still one. Each takes milliseconds. */
export const MAX_PADDED_FRAMES = 500
