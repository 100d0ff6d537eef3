// Says how long something takes, in words.

/** A time in the unit that people would choose. @param seconds whole */
export function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`
  if (seconds < 7200) return `${Math.floor(seconds / 60)} minutes`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} hours`
  return `${Math.floor(seconds / 86_400)} days`
}
