/** A call came to nothing; the message is a reason for people: "it … ". */
export class CallFailed extends Error {
  override name = 'CallFailed'
}

/** It was not even tried, because of this server and not of the other. */
export class NotCalled extends CallFailed {
  override name = 'NotCalled'
}
