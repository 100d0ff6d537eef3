// What mails look like: the same parts as plain text and as HTML.

import { escapeAttribute } from '../../base/escaping.ts'

/** A part of a mail. */
export type MailPart =
  | { kind: 'text'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'heading'; text: string; url: string }
  | { kind: 'message'; sender: string; text: string; html: string }

export const paragraph = (text: string): MailPart => ({ kind: 'text', text })
export const button = (label: string, url: string): MailPart => ({ kind: 'button', label, url })

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"

/**
 * @param footer says why the receiver gets the mail
 * @param unsubscribe the words and address of the link below it
 */
export function composeMail(
  parts: readonly MailPart[],
  footer: string,
  unsubscribe: { label: string; url: string },
): { text: string; html: string } {
  const text = [...parts.map(asText), '-- ', footer, `${unsubscribe.label}: ${unsubscribe.url}`]
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:16px;${FONT};font-size:16px;line-height:1.5;color:#1f2328;background:#ffffff">
<div style="max-width:600px;margin:0 auto">
${parts.map(asHtml).join('\n')}
<hr style="border:0;border-top:1px solid #d8dee4;margin:24px 0 12px">
<p style="font-size:13px;color:#59636e">${escapeAttribute(footer)}<br>
<a style="color:#59636e" href="${escapeAttribute(unsubscribe.url)}">${escapeAttribute(unsubscribe.label)}</a></p>
</div></body></html>
`
  return { text: `${text.join('\n\n')}\n`, html }
}

function asText(part: MailPart): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'button':
      return `${part.label}:\n${part.url}`
    case 'heading':
      return `${part.text}\n${part.url}`
    case 'message':
      return `${part.sender}:\n${part.text.replace(/^/gm, '  ')}`
  }
}

function asHtml(part: MailPart): string {
  switch (part.kind) {
    case 'text':
      return `<p>${escapeAttribute(part.text)}</p>`
    case 'button':
      return `<p><a style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f6fd6;color:#ffffff;text-decoration:none" href="${escapeAttribute(part.url)}">${escapeAttribute(part.label)}</a></p>`
    case 'heading':
      return `<h2 style="font-size:17px;margin:20px 0 8px"><a style="color:#1f2328" href="${escapeAttribute(part.url)}">${escapeAttribute(part.text)}</a></h2>`
    case 'message':
      return `<div style="margin:0 0 12px;padding-left:12px;border-left:3px solid #d8dee4"><strong>${escapeAttribute(part.sender)}</strong>\n${part.html}</div>`
  }
}
