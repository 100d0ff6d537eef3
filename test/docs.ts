// Writes the README's table of endpoints: `npm run docs`.

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { endpoints } from '../src/api/index.ts'

const root = join(import.meta.dirname, '..')
export const readme = join(root, 'README.md')

const START = '<!-- endpoints -->\n'
const END = '<!-- /endpoints -->'

/** The README with the table as it should be. */
export function withTable(text: string): string {
  const [before, rest] = text.split(START, 2)
  const after = rest?.split(END, 2)[1]
  if (before === undefined || after === undefined)
    throw new Error(`README.md lacks ${START}… ${END}`)
  return before + START + endpointTable() + END + after
}

/** Endpoint, the file that declares it, and the test file that calls it most. */
export function endpointTable(): string {
  const tests = testSources()
  const rows = [...endpoints]
    .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
    .map(({ method, path, file }) => {
      const tested = testOf(method, path, tests) ?? '–'
      return `| \`${method} ${path}\` | \`src/api/${file}\` | ${tested === '–' ? tested : `\`${tested}\``} |\n`
    })
  return `| Endpoint | Declared in | Tested in |\n|---|---|---|\n${rows.join('')}`
}

/** Endpoints that no test calls. */
export function untested(): string[] {
  const tests = testSources()
  return endpoints
    .filter(({ method, path }) => testOf(method, path, tests) === undefined)
    .map(({ method, path }) => `${method} ${path}`)
}

function testOf(method: string, path: string, tests: ReadonlyMap<string, string>) {
  const { call, mention } = patterns(method, path)
  return mostIn(tests, call) ?? mostIn(tests, mention)
}

function mostIn(tests: ReadonlyMap<string, string>, pattern: RegExp): string | undefined {
  let best: string | undefined
  let most = 0
  for (const [file, source] of tests) {
    const count = source.match(pattern)?.length ?? 0
    if (count > most) {
      best = file
      most = count
    }
  }
  return best
}

/**
 * Calls as `person.post('/path/…')`, `request('POST', '/path')` or a table's 'POST /path' make them;
 * and URLs that end in the path, for tests that bring a client of their own.
 */
function patterns(method: string, path: string): { call: RegExp; mention: RegExp } {
  const template = path
    .replace(/[.]/g, '\\$&')
    .replace(/:\w+\*/g, '[^\'"`]+')
    .replace(/:\w+/g, '(?:\\$\\{[^}]*\\}|[^/\'"`?$])+')
  const query = '(?:\\?[^\'"`]*)?'
  const quoted = `['"\`]${template}${query}['"\`]`
  const word = method.toLowerCase()
  const verbs = method === 'POST' ? `(?:${word}|upload)` : word
  return {
    call: new RegExp(
      `\\b${verbs}\\(\\s*${quoted}|['"]${method}['"],\\s*${quoted}|['"\`]${method} ${template}['"\`]`,
      'g',
    ),
    mention: new RegExp(`(?:/api/v1|/json|\\$\\{\\w+\\})${template}${query}['"\`]`, 'g'),
  }
}

function testSources(): Map<string, string> {
  const files = globSync('test/**/*.test.ts', { cwd: root }).map((file) =>
    file.replaceAll(sep, '/'),
  )
  return new Map(files.sort().map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

if (import.meta.main) writeFileSync(readme, withTable(readFileSync(readme, 'utf8')))
