// The server's side of its supervisor: ends when the supervisor is gone, and says when it listens.

/** Marks the environment of a server that a supervisor started. */
export const MARK = 'HEARTH_SUPERVISED'

/** The file in the data folder in which Node describes how the heap ran out of memory. */
export const REPORT = 'crash-report.json'

/** Whether a supervisor started this process. */
export const isSupervised = (): boolean =>
  process.env[MARK] !== undefined && process.connected !== undefined

/**
 * Makes Node write a report when the heap is out of memory.
 * @param data the data folder
 * @returns resolves when the supervisor is gone; never in a server without one
 */
export function followSupervisor(data: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (!isSupervised()) return promise
  Object.assign(process.report, {
    directory: data,
    filename: REPORT,
    compact: true,
    // The environment may hold secrets.
    excludeEnv: true,
    excludeNetwork: true,
    reportOnFatalError: true,
  })
  process.once('disconnect', resolve)
  // The channel alone must not keep a stopped server running.
  process.channel?.unref()
  if (!process.connected) resolve()
  return promise
}

/** Sends the supervisor that this server listens. */
export function reportListening(): void {
  // A supervisor that is gone gets nothing; its absence ends the server.
  if (isSupervised()) process.send?.('listening', () => {})
}
