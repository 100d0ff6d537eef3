// hearth status and hearth settings: how the server is, and what the organization has chosen.

import type { Status } from '../admin/commands.ts'
import { duration } from '../base/duration.ts'
import type { BackupStatus } from '../domain/kernel/context.ts'
import { administer, adminOptions } from './administer.ts'
import type { Command } from './command.ts'

export const status: Command = {
  name: 'status',
  summary: 'say whether the server runs, where, and how much there is',
  options: adminOptions,
  run: (flags) => administer(flags, 'status', {}, describe),
}

function describe(status: Status): string {
  const { organization, version, url, uptime, people, bots, messages, queues, memory } = status
  const running =
    uptime === null || memory === null
      ? 'No server runs on this folder.'
      : `Hearth ${version} has been running for ${duration(uptime)} at ${url}, with ${queues} people connected and ${Math.round(memory / 1e6)} MB of memory.`
  const counts = `${organization}: ${people} people, ${bots} bots, ${messages} messages.`
  const backups = status.backups ? describeBackups(status.backups) : undefined
  return [running, counts, mailLine(status), backups].filter(Boolean).join('\n')
}

function mailLine({ uptime, mail }: Status): string | undefined {
  if (uptime === null && mail.waiting === 0) return undefined
  if (uptime !== null && !mail.sends_mail) return 'Mail: none is sent (--smtp-url turns it on).'
  const failed = mail.last_failure === null ? '' : `; the last one failed: ${mail.last_failure}`
  return `Mail: ${mail.waiting} waiting; today ${mail.sent_today} sent, ${mail.failed_today} given up${failed}.`
}

function describeBackups({ folder, every, newest, kept, failure }: BackupStatus): string {
  const made =
    newest === null
      ? `No backup in ${folder} yet; one is made every ${duration(every)}.`
      : `Newest of ${kept} backups in ${folder}: ${momentText(newest.taken_at)}; one is made every ${duration(every)}.`
  return failure
    ? `${made}\nThe backup of ${momentText(failure.at)} failed: ${failure.reason}`
    : made
}

const momentText = (at: number) => new Date(at * 1000).toISOString()

const lines = (settings: Record<string, unknown>) =>
  Object.entries(settings)
    .map(
      ([name, value]) => `${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join('\n')

export const settingsCommands: Command[] = [
  {
    name: 'settings get',
    arguments: ['[NAME]'],
    summary: 'print one setting of the organization, or all of them',
    options: adminOptions,
    run: (flags, name) => administer(flags, 'settings get', { name }, lines),
  },
  {
    name: 'settings set',
    arguments: ['NAME', 'VALUE'],
    summary: 'change a setting of the organization, as its owner could',
    options: adminOptions,
    run: (flags, name, value) => administer(flags, 'settings set', { name, value }, lines),
  },
]
