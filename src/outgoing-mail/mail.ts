// What a mail consists of, and how sending one can fail.

export interface OutgoingMail {
  /** Stays the same when the mail is sent again. */
  messageId: string
  to: string
  /** Shown as the sender; the address is always that of the server. */
  fromName: string
  /** Where answers go; undefined: to the sender's address. */
  replyTo: string | undefined
  /** Message IDs of the conversation, the oldest first. */
  references: readonly string[]
  subject: string
  text: string
  html: string
  /** One click there ends mails of this kind, without a login. */
  unsubscribeUrl: string
}

/** Hands mails to the operator's server. */
export interface MailTransport {
  /** Resolves when the server has taken the mail. @throws MailFailed */
  send(mail: OutgoingMail): Promise<void>
  /** Breaks off what is being sent; it is sent again after the next start. */
  stop(): void
}

/** Why a mail was not taken. The message names codes alone: what a server says may hold addresses. */
export class MailFailed extends Error {
  override name = 'MailFailed'
  /** Whether sending it again would fail again. */
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}
