import type { StateInline } from 'markdown-it'
import { element, escapeHtml } from './html.ts'

const TIME = /<time:([^>\n]{1,64})>/y

/** `<time:2026-03-01T10:30+01:00>`; clients show it in the reader's time zone. */
export function timestamp(state: StateInline) {
  if (state.src[state.pos] !== '<') return false
  TIME.lastIndex = state.pos
  const typed = TIME.exec(state.src)?.[1]
  const end = TIME.lastIndex
  if (typed === undefined || end > state.posMax) return false
  const datetime = parseTime(typed)
  if (datetime === undefined) return false
  state.push('html', '', 0).content = element('time', { datetime }, escapeHtml(typed))
  state.pos = end
  return true
}

/** With separators or without, as ISO 8601 has it. */
const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d{1,9})?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59)

/** ISO 8601 (UTC if it names no offset) or UNIX seconds, as ISO 8601 in UTC. */
function parseTime(typed: string): string | undefined {
  const text = typed.trim()
  const time = /^-?\d{1,12}(?:\.\d{1,9})?$/.test(text)
    ? Math.floor(Number(text)) * 1000
    : parseIso(text)
  if (time === undefined || time < Date.UTC(1, 0, 1) || time > LATEST) return undefined
  return `${new Date(time).toISOString().slice(0, 19)}Z`
}

function parseIso(text: string): number | undefined {
  const match = ISO.exec(text)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const local = new Date(0)
  local.setUTCFullYear(year, month - 1, day)
  const isDate = local.getUTCMonth() === month - 1 && local.getUTCDate() === day
  if (!isDate || hour > 23 || minute > 59 || second > 59) return undefined
  const offset = offsetMinutes(match[7] ?? 'Z')
  if (offset === undefined) return undefined
  return local.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000
}

function offsetMinutes(zone: string): number | undefined {
  if (/^z$/i.test(zone)) return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', ''))
  if (hours > 23 || minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
