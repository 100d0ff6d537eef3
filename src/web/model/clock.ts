// Time as the model sees it: handed in, so that tests decide what time it is.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}
