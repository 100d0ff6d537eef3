// What the server and its process for ACME say to each other.

/** The hidden command that makes the executable run as the process for ACME. */
export const ACME_COMMAND = 'acme-order'

/** The order of one certificate, the first message to the process. */
export interface AcmeOrder {
  /** Address of the authority's directory. */
  directory: string
  /** The key of the account, in PEM. */
  accountKey: string
  /** Undefined until the account was made. */
  accountUrl: string | undefined
  domains: readonly string[]
}

/** Messages of the process. After `show` it waits until the server sends the token back. */
export type AcmeNews =
  | { kind: 'show'; token: string; answer: string }
  | { kind: 'hide'; token: string }
  | { kind: 'done'; cert: string; key: string; accountUrl: string }
  | { kind: 'failed'; reason: string }
