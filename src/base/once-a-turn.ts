// Work that is done once in a turn of the event loop, however many ask for it.

/** @returns what asks for the work: it is done after the input and output of this turn, once. */
export function onceATurn(work: () => void): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      work()
    })
  }
}
