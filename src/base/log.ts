// The log: one JSON object a line on standard error.

import { write } from 'node:fs'

/** One JSON object a line on standard error, so that standard output stays for people. */
export interface Log {
  info(event: string, fields?: Record<string, unknown>): void
  error(event: string, fields?: Record<string, unknown>): void
}

export const silentLog: Log = { info() {}, error() {} }

/** @param fd an open file; lines of one turn of the event loop are written together */
export function jsonLog(fd = 2): Log {
  let lines = ''
  let isWriting = false

  function flush() {
    const text = lines
    lines = ''
    isWriting = text !== ''
    if (isWriting) write(fd, text, flush)
  }

  const put = (level: string, event: string, fields?: Record<string, unknown>) => {
    lines += `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`
    if (!isWriting) {
      isWriting = true
      setImmediate(flush)
    }
  }
  return {
    info: (event, fields) => put('info', event, fields),
    error: (event, fields) => put('error', event, fields),
  }
}
