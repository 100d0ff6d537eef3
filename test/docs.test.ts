// The documentation of the API in docs/api is what the declarations say, and links lead somewhere.

import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endpoints } from '../src/api/index.ts'
import { anchorOf, folder, pages, untested } from './docs.ts'

const root = join(import.meta.dirname, '..')
const written = await pages()

test('docs/api says what the endpoints declare: `npm run docs` brings it up to date', () => {
  assert.equal(readdirSync(folder).sort(), [...written.keys()].sort())
  for (const [name, text] of written)
    assert.is(readFileSync(join(folder, name), 'utf8'), text, `docs/api/${name}`)
})

test('the overview links every endpoint to its place on a page', () => {
  const overview = written.get('README.md')!
  const links = [...overview.matchAll(/\]\((\w+\.md)#([\w-]+)\)/g)]
  const anchorsOn = (page: string) =>
    [...written.get(page)!.matchAll(/^## (.+)$/gm)].map(([, heading]) => anchorOf(heading!))

  for (const [, page, anchor] of links) assert.ok(anchorsOn(page!).includes(anchor!), `#${anchor}`)
  const operations = new Set(
    endpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+\*?/g, '{}')}`),
  )
  assert.is(links.length, operations.size)
})

test('no comment cites a text that is not in the repository', () => {
  const citation =
    /(?:\/\/|\*).*\b(?:organization|messages|events|markdown|specification) \d+(?:\.\d+)*\b/i
  for (const file of globSync(['src/**/*.ts*', 'test/**/*.ts', 'schema.sql'], { cwd: root })) {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    const cited = lines.findIndex((line) => citation.test(line))
    assert.is(cited, -1, `${file}:${cited + 1}: ${lines[cited]?.trim()}`)
  }
})

test('every endpoint is called by a test', () => {
  assert.equal(untested(), [])
})

test.run()
