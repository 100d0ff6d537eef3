// Options for the operation of a server: its log, what watches it, backups on schedule.

import { resolve } from 'node:path'
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from './log.ts'
import { readAck, readChoice, readCount, readDuration, readToken } from './option-values.ts'
import type { OptionTable } from './options.ts'

export interface OperationConfig {
  /** Undefined: as `openLog` decides. */
  log: LogFormat | undefined
  logLevel: LogLevel | undefined
  /** With it, metrics can be read from other machines. */
  metricsToken: string | undefined
  /** Where scheduled backups go, absolute; undefined: none are made. */
  backupDir: string | undefined
  /** Seconds from one scheduled backup to the next. */
  backupEvery: number
  /** How many scheduled backups are kept. */
  backupKeep: number
  /** What a success answer waits for: this machine's disk. */
  ack: 'local'
}

export const operationOptions: OptionTable<OperationConfig> = {
  log: {
    value: 'json|text',
    help: 'how the log on standard error is written',
    without: 'text on a terminal, else json',
    read: (text) => readChoice(text, LOG_FORMATS),
  },
  logLevel: {
    value: 'LEVEL',
    help: 'what the log holds: error, warn, info or debug',
    without: 'warn for text on a terminal, else info',
    read: (text) => readChoice(text, LOG_LEVELS),
  },
  metricsToken: {
    value: 'TOKEN',
    help: 'let other machines read /metrics with this token; without it only this machine can',
    without: 'none',
    isSecret: true,
    read: readToken,
  },
  backupDir: {
    value: 'DIR',
    help: 'make backups on schedule, in this folder',
    without: 'none are made',
    read: (text) => resolve(text),
  },
  backupEvery: {
    value: 'TIME',
    help: 'time between scheduled backups, such as 30m, 12h or 7d',
    default: '24h',
    read: readDuration,
  },
  backupKeep: {
    value: 'COUNT',
    help: 'scheduled backups to keep; older ones are deleted',
    default: '7',
    read: (text) => readCount(text, 1, 10_000),
  },
  ack: {
    value: 'local',
    help: 'what a success answer waits for: local is the disk of this machine',
    default: 'local',
    read: readAck,
  },
}
