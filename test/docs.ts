// Writes docs/api from the declarations of the endpoints: `npm run docs`.

import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { INTRODUCTION, REFUSALS } from '../src/api/core/introduction.ts'
import { openApi, sharedRefusals } from '../src/api/core/openapi.ts'
import { type Area, areasOf, type Entry, type Item } from '../src/api/core/reference.ts'
import { endpoints } from '../src/api/index.ts'

const root = join(import.meta.dirname, '..')
export const folder = join(root, 'docs', 'api')

const GENERATED = '<!-- `npm run docs` writes this page from the declarations in src/api. -->\n'

/** The pages by file name. */
export async function pages(): Promise<Map<string, string>> {
  const areas = areasOf(await openApi({ url: '', version: '' }, endpoints))
  return new Map([
    ['README.md', overview(areas)],
    ['refusals.md', refusalPage()],
    ...areas.map((area) => [`${area.name}.md`, areaPage(area)] as const),
  ])
}

function overview(areas: readonly Area[]): string {
  const list = areas.map((area) => {
    const rows = area.entries.map(
      ({ method, path, summary }) =>
        `| [\`${method} ${path}\`](${area.name}.md#${anchorOf(`${method} ${path}`)}) | ${cell(summary)} |\n`,
    )
    return `### [${area.title}](${area.name}.md)\n\n| Endpoint | |\n|---|---|\n${rows.join('')}`
  })
  const refusals = REFUSALS.map(
    ({ code, status, meaning, fields }) =>
      `| ${status} | \`${code}\` | ${cell(meaning)} | ${fields.map((name) => `\`${name}\``).join(', ')} |\n`,
  )
  const chapters = INTRODUCTION.map(
    ({ title, paragraphs }) =>
      `## ${title}\n\n${paragraphs.join('\n\n')}\n${
        title === 'Refusals'
          ? `\nThe words of refusals that several endpoints share are in a [list](refusals.md).\n\n| Status | Code | | Further fields |\n|---|---|---|---|\n${refusals.join('')}`
          : ''
      }`,
  )
  return `${GENERATED}
# The API

A server describes itself as well: \`/api/v1/openapi.json\` for programs, \`/api/v1/docs\` for a browser.
The first steps with a key are in [clients](../clients.md).

${chapters.join('\n')}
## Endpoints

${list.join('\n')}`
}

/** The words of the catalogue of refusals, by concept. */
function refusalPage(): string {
  const byConcept = Map.groupBy(sharedRefusals(), ({ concept }) => concept)
  const tables = [...byConcept].map(([concept, entries]) => {
    const rows = entries.map(
      ({ status, code, msg, fields }) =>
        `| ${status} | \`${code}\` | ${cell(msg)} | ${fields.map((name) => `\`${name}\``).join(', ')} |\n`,
    )
    const title = concept[0]!.toUpperCase() + concept.slice(1)
    return `## ${title}\n\n| Status | Code | msg | Further fields |\n|---|---|---|---|\n${rows.join('')}`
  })
  return `${GENERATED}
# Words of refusals

Several endpoints refuse with these words, or clients act on them; \`{name}\` stands for a value. What
is said in one place only is in the code beside it. [All codes](README.md#refusals)

${tables.join('\n')}`
}

/** The name that sites which show Markdown give a heading. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')

/** What the wire says, for a code of this program. */
const refusalName = (name: string) => {
  const { code, status } = REFUSALS.find((refusal) => refusal.name === name)!
  return `\`${status} ${code}\``
}

const areaPage = (area: Area) =>
  `${GENERATED}
# ${area.title}

[What all endpoints have in common](README.md)

${area.entries.map(entryText).join('\n')}`

function entryText({ method, path, summary, admitted, parameters, answer, refusals }: Entry) {
  const parts = [`## ${method} ${path}\n`, `${summary} ${admitted}\n`]
  if (parameters.length > 0) parts.push(`**Parameters**\n\n${table(parameters, true)}`)
  if (answer.length > 0) parts.push(`**Answer**\n\n${table(answer, false)}`)
  if (refusals.length > 0) parts.push(`**Refusals:** ${refusals.map(refusalName).join(', ')}\n`)
  return parts.join('\n')
}

const table = (items: readonly Item[], saysRequired: boolean) =>
  `| Name | Type | |\n|---|---|---|\n${items
    .map(({ name, type, isRequired, text }) => {
      const required = saysRequired && isRequired ? 'Required. ' : ''
      return `| \`${name}\` | ${cell(type)} | ${cell(`${required}${text}`)} |\n`
    })
    .join('')}`

/** Text in a table: what Markdown would read as markup is escaped. */
const cell = (text: string) => text.replace(/[\\|<>*_`[\]{}]/g, '\\$&').trim()

/** Endpoints that no test calls. */
export function untested(): string[] {
  const tests = testSources()
  return endpoints
    .filter(({ method, path }) => !tests.some((source) => isCalled(method, path, source)))
    .map(({ method, path }) => `${method} ${path}`)
}

/**
 * Calls as `person.post('/path/…')`, `request('POST', '/path')` or a table's 'POST /path' make them;
 * and URLs that end in the path, for tests that bring a client of their own.
 */
function isCalled(method: string, path: string, source: string): boolean {
  const template = path
    .replace(/[.]/g, '\\$&')
    .replace(/:\w+\*/g, '[^\'"`]+')
    .replace(/:\w+/g, '(?:\\$\\{[^}]*\\}|[^/\'"`?$])+')
  const query = '(?:\\?[^\'"`]*)?'
  const quoted = `['"\`]${template}${query}['"\`]`
  const word = method.toLowerCase()
  const verbs = method === 'POST' ? `(?:${word}|upload)` : word
  return [
    `\\b${verbs}\\(\\s*${quoted}`,
    `['"]${method}['"],\\s*${quoted}`,
    `['"\`]${method} ${template}['"\`]`,
    `(?:/api/v1|/json|\\$\\{\\w+\\})${template}${query}['"\`]`,
  ].some((pattern) => new RegExp(pattern).test(source))
}

const testSources = () =>
  globSync('test/**/*.test.ts', { cwd: root }).map((file) =>
    readFileSync(join(root, file.replaceAll(sep, '/')), 'utf8'),
  )

if (import.meta.main) {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of await pages()) writeFileSync(join(folder, name), text)
}
