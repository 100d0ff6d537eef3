// What a server needs to know about its certificate, wherever it comes from.

/** A certificate with its chain and its private key, both in PEM. */
export interface CertificatePair {
  cert: string
  key: string
}

/** An authority of this server's own, whose root people install. */
export interface OwnAuthority {
  /** What devices show in their lists of authorities. */
  name: string
  /** The root in DER. */
  der: Buffer
  /** SHA-256 of the root, in pairs of digits with colons. */
  fingerprint: string
  notAfter: Date
}

/** The certificate of a server, which may change while it runs. */
export interface Certificates {
  readonly pair: CertificatePair
  /** The host that links name; undefined: the address listened on. */
  readonly name: string | undefined
  /** Names and addresses that the certificate is valid for, without names with wildcards. */
  readonly names: readonly string[]
  readonly authority?: OwnAuthority
  /** Registers a function that is called with each new pair. */
  onChange(use: (pair: CertificatePair) => void): void
  /**
   * The text with which this server proves to an authority that it has the name (ACME HTTP-01).
   * Undefined for an unknown token.
   */
  challengeAnswer?(token: string): string | undefined
  /** Begins to renew, once the server listens. */
  start(): void
  stop(): Promise<void>
}
