// Times that each reader sees in their own time zone: `<time:…>`.

import type { StateInline } from 'markdown-it'
import { escapeHtml } from '../../../base/escaping.ts'
import { element } from '../../html.ts'

const TIME = /<time:([^>\n]{1,200})>/y

/** `<time:2026-03-01T10:30+01:00>`; clients show it in the reader's time zone. No time is text. */
export function timestamp(state: StateInline) {
  if (state.src[state.pos] !== '<') return false
  TIME.lastIndex = state.pos
  const typed = TIME.exec(state.src)?.[1]
  const end = TIME.lastIndex
  if (typed === undefined || end > state.posMax) return false
  const datetime = parseTime(typed)
  if (datetime === undefined) state.pending += state.src.slice(state.pos, end)
  else state.push('html', '', 0).content = element('time', { datetime }, escapeHtml(typed))
  state.pos = end
  return true
}

/** With separators or without, as ISO 8601 has it. */
const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d{1,9})?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59)

/** ISO 8601 (UTC if it names no offset), UNIX seconds or a date in words, as ISO 8601 in UTC. */
function parseTime(typed: string): string | undefined {
  const text = typed.trim()
  const time = /^-?\d{1,12}(?:\.\d{1,9})?$/.test(text)
    ? Math.floor(Number(text)) * 1000
    : (parseIso(text) ?? parseWords(text))
  if (time === undefined || time < Date.UTC(1, 0, 1) || time > LATEST) return undefined
  return `${new Date(time).toISOString().slice(0, 19)}Z`
}

function parseIso(text: string): number | undefined {
  const match = ISO.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const offset = offsetMinutes(match[7] ?? 'Z')
  return offset === undefined ? undefined : utc({ year, month, day, hour, minute, second, offset })
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'
const CLOCK =
  '(?:,? (?:at )?(\\d{1,2})(?::(\\d\\d)(?::(\\d\\d))?)?(?: ?([ap])m)?(?: ([a-z]{1,4}|[+-]\\d\\d:?\\d\\d))?)?'
/** `5 March 2026`, `5 Mar 2026, 3pm`, `31 Dec 2025 5:30 am IST`. */
const DAY_FIRST = new RegExp(`^${DAY} ${MONTH},? (\\d{4})${CLOCK}$`, 'i')
/** `Mar 5th 2026`, `March 5, 2026 15:00`. */
const MONTH_FIRST = new RegExp(`^${MONTH} ${DAY},? (\\d{4})${CLOCK}$`, 'i')

/** Names of time zones that mean one offset. */
const ZONES: Record<string, string> = {
  utc: 'Z',
  gmt: 'Z',
  z: 'Z',
  ist: '+0530',
  cet: '+0100',
  cest: '+0200',
  jst: '+0900',
  est: '-0500',
  edt: '-0400',
  cst: '-0600',
  cdt: '-0500',
  mst: '-0700',
  mdt: '-0600',
  pst: '-0800',
  pdt: '-0700',
}

function parseWords(typed: string): number | undefined {
  const text = typed.replace(/ +/g, ' ')
  const dayFirst = DAY_FIRST.exec(text)
  const match = dayFirst ?? MONTH_FIRST.exec(text)
  if (!match) return undefined
  const [first = '', second = '', year, hour, minute, seconds, half, zone = 'utc'] = match.slice(1)
  const [day, name] = dayFirst ? [first, second] : [second, first]
  const hours = hourOf(Number(hour ?? 0), half?.toLowerCase())
  const offset = offsetMinutes(/^[+-]/.test(zone) ? zone : (ZONES[zone.toLowerCase()] ?? ''))
  if (hours === undefined || offset === undefined) return undefined
  if (hour !== undefined && minute === undefined && half === undefined) return undefined
  return utc({
    year: Number(year),
    month: MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1,
    day: Number(day),
    hour: hours,
    minute: Number(minute ?? 0),
    second: Number(seconds ?? 0),
    offset,
  })
}

/** On a clock of 12 hours the day starts at 12 am. */
function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

/** Milliseconds since 1970; undefined for a day or an hour that does not exist. */
function utc(parts: Record<string, number | undefined>): number | undefined {
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offset = 0 } = parts
  const local = new Date(0)
  local.setUTCFullYear(year, month - 1, day)
  const isDate = local.getUTCMonth() === month - 1 && local.getUTCDate() === day
  if (!isDate || hour > 23 || minute > 59 || second > 59) return undefined
  return local.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000
}

/** @param zone `Z` or `+hh`, `+hhmm`, `+hh:mm`; undefined for anything else */
function offsetMinutes(zone: string): number | undefined {
  if (/^z$/i.test(zone)) return 0
  if (!/^[+-]/.test(zone)) return undefined
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', ''))
  if (hours > 23 || minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
