// Large engines load only when a message needs them.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const SOURCE = join(import.meta.dirname, '../../src/text')

/** Says which engines are loaded before and after a message that needs them all. */
const PROGRAM = `
  import { renderMarkdown } from '${SOURCE}/markdown/markdown.ts'
  import { emptyLookup } from '${SOURCE}/markdown/lookup.ts'
  import { compileLinkifier } from '${SOURCE}/linkifiers.ts'
  const heap = () => process.memoryUsage().heapUsed
  renderMarkdown('a **b** https://ex.org :tree:', emptyLookup)
  const before = heap()
  const linkifiers = [compileLinkifier({ pattern: '#(?P<n>[0-9]+)', urlTemplate: 'https://t.example/{n}' })]
  const lookup = { ...emptyLookup, linkifiers: () => linkifiers }
  const { html } = renderMarkdown('#1 $$x$$\\n\`\`\`js\\nlet a\\n\`\`\`', lookup)
  console.log(JSON.stringify({ html, grown: heap() - before }))
`

interface Report {
  html: string
  grown: number
}

const run = (...args: string[]): Report =>
  JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))

function expectEngines({ html, grown }: Report): void {
  assert.match(html, 'https://t.example/1')
  assert.match(html, 'class="katex"')
  assert.match(html, '<span class="k">let</span>')
  // The grammars and the tables of KaTeX alone take more than this once they are loaded.
  assert.ok(grown > 1_000_000, `${grown} bytes more`)
}

test('formulas, colours and patterns load when first needed, from the sources', () => {
  expectEngines(run('--no-warnings', '--input-type=module', '--eval', PROGRAM))
})

test('formulas, colours and patterns load when first needed, from the bundle', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-bundle-'))
  try {
    const outfile = join(folder, 'bundle.cjs')
    buildSync({
      stdin: { contents: PROGRAM, resolveDir: SOURCE, loader: 'ts' },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile,
      logLevel: 'error',
    })
    expectEngines(run(outfile))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.run()
