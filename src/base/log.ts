/** One JSON object a line on standard error, so that standard output stays for people. */
export interface Log {
  info(event: string, fields?: Record<string, unknown>): void
  error(event: string, fields?: Record<string, unknown>): void
}

export const silentLog: Log = { info() {}, error() {} }

export function jsonLog(write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const put = (level: string, event: string, fields?: Record<string, unknown>) =>
    void write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`)
  return {
    info: (event, fields) => put('info', event, fields),
    error: (event, fields) => put('error', event, fields),
  }
}
