// Cleans the source before it is parsed: line ends, tabs, control characters.

/**
 * Source as the rules expect it: `\n` ends lines, tabs are spaces up to the next
 * of 4 columns, lines of spaces are empty, and there are no control characters,
 * which HTML cannot hold and browsers drop from URLs.
 */
export function prepareSource(source: string): string {
  let text = source.toWellFormed()
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n')
  if (CONTROL.test(text)) text = text.replace(CONTROLS, '')
  if (text.includes('\t')) text = text.split('\n').map(expandTabs).join('\n')
  return text.includes(' \n') || text.endsWith(' ') ? emptyBlankLines(text) : text
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line
  let expanded = ''
  for (const part of line.split(/(\t)/)) {
    expanded += part === '\t' ? ' '.repeat(4 - (expanded.length % 4)) : part
  }
  return expanded
}

const emptyBlankLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : line))
    .join('\n')

/** Unicode's category Cc without tab and newline, as a class: every source is tested. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f]/
const CONTROLS = new RegExp(CONTROL, 'g')
