// Times that people choose for later: mornings at nine, in the time zone of the browser.

/** Nine o'clock, some days from now. */
export function morning(daysAhead: number): Date {
  const date = new Date()
  date.setDate(date.getDate() + daysAhead)
  date.setHours(9, 0, 0, 0)
  return date
}

/** Nine o'clock on the Monday after today. */
export const nextMonday = () => morning((8 - new Date().getDay()) % 7 || 7)

/** As a field for date and time has it: local, to the minute. */
export function fieldTime(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
