// The log on standard error: lines of JSON for programs, or text for people.

import { write } from 'node:fs'

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export const LOG_FORMATS = ['json', 'text'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

type Put = (event: string, fields?: Record<string, unknown>) => void

/** Standard output stays for people and scripts; what happens goes here. */
export type Log = Readonly<Record<LogLevel, Put>>

const ignore = () => {}

export const silentLog: Log = { error: ignore, warn: ignore, info: ignore, debug: ignore }

/** How a log is asked for; what is undefined depends on where it goes. */
export interface LogOptions {
  log: LogFormat | undefined
  logLevel: LogLevel | undefined
}

/**
 * The log that the options ask for. On a terminal it is text, without a line for each request: what
 * a person has to read there is what the command prints.
 * @param to an open file
 */
export function openLog({ log, logLevel }: LogOptions, to = process.stderr): Log {
  const format = log ?? (to.isTTY ? 'text' : 'json')
  const level = logLevel ?? (to.isTTY && format === 'text' ? 'warn' : 'info')
  return newLog(format, level, to.fd)
}

/** How long lines wait for others to be written with: each write costs as much as ten lines. */
const GATHER_MS = 20

/**
 * Characters that wait while what reads the log has stopped reading. Further lines are counted instead: the
 * memory of the server must not depend on another program.
 */
const MOST_GATHERED = 1024 * 1024

/** @param fd an open file; errors are written at once, other lines several together */
export function newLog(format: LogFormat, level: LogLevel, fd: number): Log {
  let lines = ''
  let dropped = 0
  let isWriting = false
  let timer: NodeJS.Timeout | undefined

  const gather = () => {
    timer ??= setTimeout(flush, GATHER_MS)
  }

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (isWriting || lines === '') return
    const text = lines
    lines = ''
    isWriting = true
    write(fd, text, () => {
      isWriting = false
      if (dropped > 0) reportDropped()
      if (lines !== '') gather()
    })
  }

  function reportDropped() {
    lines += `${lineOf(new Date(), 'warn', 'log-lines-dropped', { lines: dropped })}\n`
    dropped = 0
  }

  const lineOf = format === 'json' ? jsonLine : textLine
  const put =
    (level: LogLevel): Put =>
    (event, fields) => {
      if (lines.length > MOST_GATHERED) return void dropped++
      lines += `${lineOf(new Date(), level, event, fields)}\n`
      if (level === 'error') setImmediate(flush)
      else gather()
    }
  const most = LOG_LEVELS.indexOf(level)
  const entries = LOG_LEVELS.map((name, index) => [name, index <= most ? put(name) : ignore])
  return Object.fromEntries(entries) as Log
}

type Fields = Record<string, unknown> | undefined

/** Each request has a line, and to copy its fields behind the others takes longer than to write them. */
function jsonLine(time: Date, level: LogLevel, event: string, fields: Fields): string {
  const head = `{"time":"${isoOf(time)}","level":"${level}","event":${JSON.stringify(event)}`
  const rest = fields === undefined ? '{}' : JSON.stringify(fields)
  return rest === '{}' ? `${head}}` : `${head},${rest.slice(1)}`
}

let toldAt = 0
let told = ''

/** Dozens of requests are answered in one millisecond: its text is made once. */
function isoOf(time: Date): string {
  if (time.getTime() !== toldAt) {
    toldAt = time.getTime()
    told = time.toISOString()
  }
  return told
}

/** `14:25:03 error export-failed id=7`, with the time in the machine's zone; a stack below it. */
export function textLine(time: Date, level: LogLevel, event: string, fields: Fields = {}): string {
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  const words = [clock, level.padEnd(5), event]
  let stack = ''
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    if (typeof value === 'string' && value.includes('\n')) {
      stack += value
        .split('\n')
        .map((line) => `\n    ${printable(line.trim())}`)
        .join('')
    } else words.push(`${name}=${wordOf(value)}`)
  }
  return words.join(' ') + stack
}

const wordOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[^\s"=\p{C}]+$/u.test(text) ? text : printable(JSON.stringify(text))
}

/** Without characters that command a terminal: requests can carry them. */
const printable = (text: string) => text.replace(/\p{C}/gu, '?')
