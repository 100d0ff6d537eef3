// Why a call to another server failed, in words for people.

/** A call failed. The message completes a sentence for people that begins with "it". */
export class CallFailed extends Error {
  override name = 'CallFailed'
}

/** The call was not made, for a reason on this side, such as too many calls. */
export class NotCalled extends CallFailed {
  override name = 'NotCalled'
}
