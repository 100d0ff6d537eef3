// What a server prints once it listens: its addresses, and what to do next.

import { renderUnicodeCompact } from 'uqr'
import type { Hearth } from '../main.ts'

/** The lines for people; the first is the one that programs wait for. */
export function announce(hearth: Hearth): string {
  const trustPath = hearth.authority ? '/local-authority' : ''
  const lines = [`Hearth is listening on ${hearth.url}`]
  if (hearth.networkUrls.length > 0) {
    lines.push('', `  On this machine:  ${hearth.localUrl}`)
    for (const url of hearth.networkUrls) lines.push(`  On your phone:    ${url}`)
    // On a terminal only: in a log file the picture is noise.
    if (process.stdout.isTTY) lines.push('', ...qrCode(`${hearth.networkUrls[0]!}${trustPath}`))
  }
  if (hearth.authority) {
    const url = hearth.networkUrls[0] ?? hearth.localUrl
    lines.push(
      '',
      `Browsers warn until they know the authority of this server: ${url}${trustPath}`,
      `Its fingerprint (SHA-256) is ${hearth.authority.fingerprint}`,
    )
  }
  if (hearth.setupUrl !== undefined) {
    lines.push(
      '',
      `This organization has no owner yet. To become it, open ${hearth.setupUrl}`,
      'The link works once, and until the server stops.',
    )
  }
  return lines.join('\n')
}

/** A QR code in lines of block characters, indented by two. */
export const qrCode = (text: string): string[] =>
  renderUnicodeCompact(text, { border: 1 })
    .split('\n')
    .map((line) => `  ${line}`)
