// What the HTML of a message says, found without a DOM.

/** The text of a message without tags, on one line; for notices, previews and titles. */
export function plainText(html: string): string {
  return html
    .replace(/<span class="katex-mathml">.*?<\/span>/gs, '')
    .replace(/<span [^>]*class="emoji emoji-([0-9a-f-]+)"[^>]*>.*?<\/span>/g, (_, code: string) =>
      charactersOf(code),
    )
    .replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<br\s*\/?>|<\/(p|li|blockquote|pre|h\d|div|tr)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|#x27|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim()
}

/** The characters behind the code of an emoji, such as `1f44d-1f3fd`. */
export const charactersOf = (code: string) =>
  String.fromCodePoint(...code.split('-').map((hex) => Number.parseInt(hex, 16)))

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  nbsp: ' ',
}

export const hasLink = (html: string) => /<a [^>]*href=/.test(html)

export const hasImage = (html: string) =>
  /class="(message_inline_image|inline-preview|media-)|<img (?![^>]*class="(emoji|message_embed))/.test(
    html,
  )

export const hasAttachment = (html: string) =>
  /(href|src|data-original-src)="\/?user_uploads\//.test(html)

/** Whether a message mentions a user by name, not silently. */
export const mentionsPerson = (html: string, userId: number) =>
  html.includes(`<span class="user-mention" data-user-id="${userId}">`)

/** Whether a message is nothing but a few emoji, which are then shown large. */
export function isOnlyEmoji(html: string): boolean {
  const rest = html
    .replace(/<span [^>]*class="emoji [^>]*>.*?<\/span>|<img [^>]*class="emoji"[^>]*>/g, '')
    .replace(/<\/?p>|\s/g, '')
  return rest === '' && (html.match(/class="emoji/g)?.length ?? 0) <= 6 && html.includes('"emoji')
}

/** A text without Markdown as the HTML of a message that is still on its way. */
export const escapedHtml = (text: string) =>
  `<p>${text
    .replace(/[&<>"]/g, (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign]};`)
    .replaceAll('\n', '<br>')}</p>`
