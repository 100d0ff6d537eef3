// What is said between the server and the process that knows images.

export type ImageSource = { path: string } | { bytes: Uint8Array }

export interface ImageFacts {
  /** In pixels, the right way up. */
  width: number
  height: number
  /** More than one: it moves. */
  frames: number
}

/** A picture to be made of another, without what its file says besides. */
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
  /** Moves as its source does; where that stands still, nothing is made. */
  moving?: true
}

export interface Request {
  source: ImageSource
  renditions: readonly Rendition[]
}

export interface Converted {
  facts: ImageFacts
  /** One for each rendition. */
  images: (Uint8Array | undefined)[]
}

/** Why nothing is made of an image. */
export type Refusal = 'undecodable' | 'too large'

/** `ready` comes first, once; then one answer for each request, in their order. */
export type Answer = 'ready' | Converted | Refusal

/** How the executable is told to be the process that knows images. */
export const CODEC_COMMAND = 'image-codec'

/** More would not be a picture but an attack on whoever opens it. */
export const MAX_PIXELS = 50_000_000

/** Of all frames together; what has more stands still. */
export const MAX_MOVING_PIXELS = 50_000_000

/** Of a rendition that is not `inside`; what has more stands still. Each takes milliseconds. */
export const MAX_PADDED_FRAMES = 500
