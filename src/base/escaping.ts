// Escapes text for HTML: between tags, and in the values of attributes.

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** For text; quotes stay, as clients expect them. */
export const escapeHtml = (text: string): string =>
  /[&<>]/.test(text) ? text.replace(/[&<>]/g, (c) => ESCAPES[c] as string) : text

/** For text and attribute values: double quotes are escaped too. */
export const escapeAttribute = (value: string): string =>
  escapeHtml(value).replaceAll('"', '&quot;')
