// The part of an answering mail that the person wrote, without what the mail program quotes.

/** Stands at the top of mails that can be answered, so that quotes of them can be recognised. */
export const ANSWER_LINE = 'Answer this mail above this line to write in the chat.'

const QUOTED = /^\s*>/
const SIGNATURE = /^-- ?$/

/** "On Mon, 3 May 2027 at 10:00, Harbour <chat@example.org> wrote:", in any language. */
const ATTRIBUTION = /(@|\d).*:\s*$/

/** How many lines an attribution can be wrapped into. */
const ATTRIBUTION_LINES = 3

/** @returns '' if nothing is left */
export function answerIn(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const end = lines.findIndex((line) => line.includes(ANSWER_LINE) || SIGNATURE.test(line))
  const kept = end < 0 ? lines : lines.slice(0, end)
  const isQuoting = end >= 0 || QUOTED.test(lines.at(-1) ?? '')
  while (kept.length > 0 && (QUOTED.test(kept.at(-1)!) || kept.at(-1)!.trim() === '')) kept.pop()
  return (isQuoting ? withoutAttribution(kept) : kept).join('\n').trim()
}

function withoutAttribution(lines: readonly string[]): readonly string[] {
  const from = Math.max(0, lines.length - ATTRIBUTION_LINES)
  const begin = lines.lastIndexOf('') + 1
  const last = lines.slice(Math.max(from, begin)).join(' ')
  return ATTRIBUTION.test(last) ? lines.slice(0, Math.max(from, begin)) : lines
}
