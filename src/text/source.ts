/**
 * Source as the block rules expect it: `\n` ends lines, tabs are spaces up to
 * the next of 4 columns, lines of spaces are empty.
 */
export function prepareSource(source: string): string {
  let text = source.toWellFormed()
  if (text.includes('\0')) text = text.replaceAll('\0', '\uFFFD')
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n')
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
