// Times and dates as people read them. Formatters are slow to make, so each is made once.

import { plural, words } from './i18n/index.ts'

const t = words('format', {
  today: 'Today',
  yesterday: 'Yesterday',
  justNow: 'just now',
  minutesAgo: (n: number) => plural(n, '# min ago', '# min ago'),
  hoursAgo: (n: number) => plural(n, '# h ago', '# h ago'),
  daysAgo: (n: number) => plural(n, '# day ago', '# days ago'),
})

interface Formatters {
  time: Intl.DateTimeFormat
  day: Intl.DateTimeFormat
  dayOfYear: Intl.DateTimeFormat
  short: Intl.DateTimeFormat
  full: Intl.DateTimeFormat
}

let formatters: Formatters | undefined

/**
 * How times are written from now on.
 * @param twentyFour true for 17:05, false for 5:05 pm, undefined for what the language does
 */
export function useTimeFormat(locale: string | undefined, twentyFour?: boolean) {
  const cycle = twentyFour === undefined ? {} : { hour12: !twentyFour }
  const make = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)
  formatters = {
    time: make({ hour: 'numeric', minute: '2-digit', ...cycle }),
    day: make({ weekday: 'long', day: 'numeric', month: 'long' }),
    dayOfYear: make({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }),
    short: make({ day: 'numeric', month: 'short' }),
    full: make({ dateStyle: 'full', timeStyle: 'short', ...cycle }),
  }
}

function using(): Formatters {
  if (formatters === undefined) useTimeFormat(undefined)
  return formatters!
}

const date = (seconds: number) => new Date(seconds * 1000)

/** Days since some day, in the reader's time zone: equal numbers are one day. */
export function dayNumber(seconds: number): number {
  const d = date(seconds)
  return Math.round(Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) / 86_400_000)
}

/** "17:05". @param seconds UNIX time, as everywhere here */
export const clockTime = (seconds: number) => using().time.format(date(seconds))

/** "Sunday, 22 November 2026 at 17:05". */
export const fullTime = (seconds: number) => using().full.format(date(seconds))

/** "Today", "Yesterday", "Friday, 20 November", "Fri, 20 November 2025". */
export function dayName(seconds: number, now: number): string {
  const ago = dayNumber(now) - dayNumber(seconds)
  if (ago === 0) return t.today
  if (ago === 1) return t.yesterday
  const sameYear = date(seconds).getFullYear() === date(now).getFullYear()
  return (sameYear ? using().day : using().dayOfYear).format(date(seconds))
}

/** As short as it can be in a list: "17:05" today, else "Yesterday" or "20 Nov". */
export function shortTime(seconds: number, now: number): string {
  const ago = dayNumber(now) - dayNumber(seconds)
  if (ago === 0) return clockTime(seconds)
  return ago === 1 ? t.yesterday : using().short.format(date(seconds))
}

/** "5 min ago", "3 h ago", "2 days ago". */
export function timeAgo(seconds: number, now: number): string {
  const minutes = Math.floor((now - seconds) / 60)
  if (minutes < 1) return t.justNow
  if (minutes < 60) return t.minutesAgo(minutes)
  return minutes < 1440
    ? t.hoursAgo(Math.floor(minutes / 60))
    : t.daysAgo(Math.floor(minutes / 1440))
}
