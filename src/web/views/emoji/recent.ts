// Which emoji one has used here lately; remembered on this device.

const STORED = 'hearth:emoji'
const KEPT = 16

export function usedEmoji(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
    return Array.isArray(stored) ? stored.map(String) : []
  } catch {
    return []
  }
}

export function rememberEmoji(code: string) {
  const codes = [code, ...usedEmoji().filter((other) => other !== code)].slice(0, KEPT)
  try {
    localStorage.setItem(STORED, JSON.stringify(codes))
  } catch {
    // Without storage nothing is remembered.
  }
}
