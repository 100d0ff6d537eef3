// How large the web client may be: what a browser loads before it shows anything, as people get it.

import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type BuiltFiles, buildWeb } from '../../src/web/build.ts'

const MAX_SCRIPT_KB = 90
const MAX_STYLE_KB = 16

/** What would bring the server, or another library, into the browser; of KaTeX there are styles, and
 * uqr draws the QR codes of invitations. */
const NOT_IN_BUNDLE =
  /node_modules\/(?!preact\/|@preact\/|katex\/dist\/|twemoji-colr-font\/|uqr\/)|^src\/(?!web\/|text\/|base\/)/

const folder = await buildWeb({ release: true })
const built: BuiltFiles = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8'))
const meta: Meta = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8'))

interface Meta {
  inputs: Record<string, unknown>
  outputs: Record<string, { imports: { path: string; kind: string }[] }>
}

test('the first load has at most 90 KB of scripts and 16 KB of styles, compressed', () => {
  const scripts = sum(atOnce(built.named['main.js']!))
  const styles = sum([built.named['styles.css']!])

  assert.ok(scripts <= MAX_SCRIPT_KB, `${scripts.toFixed(1)} KB of scripts`)
  assert.ok(styles <= MAX_STYLE_KB, `${styles.toFixed(1)} KB of styles`)
})

test('the page needs one script before it shows anything', () => {
  assert.equal(atOnce(built.named['main.js']!), [built.named['main.js']])
})

test('the client holds few libraries, and nothing of the server', () => {
  const others = Object.keys(meta.inputs).filter((path) => NOT_IN_BUNDLE.test(path))

  assert.equal(others, [])
})

test('people get no counters that are for tests', () => {
  for (const name of built.files.filter((name) => name.endsWith('.js'))) {
    assert.not.match(readFileSync(join(folder, 'web', name), 'utf8'), '__HEARTH_')
  }
})

test('the page names each file once', () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = [...page.matchAll(/"\/web\/([^"]+)"/g)].map(([, name]) => name)

  assert.equal(named, [...new Set(named)])
})

/** A script and all that it imports before it runs. */
function atOnce(name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return []
  seen.add(name)
  const output = Object.entries(meta.outputs).find(([path]) => basename(path) === name)![1]
  const imported = output.imports.filter(({ kind }) => kind === 'import-statement')
  return [name, ...imported.flatMap(({ path }) => atOnce(basename(path), seen))]
}

/** In KB (1,024 bytes), as gzip -9 makes them. */
const sum = (names: readonly string[]) =>
  names
    .map((name) => gzipSync(readFileSync(join(folder, 'web', name)), { level: 9 }).length / 1024)
    .reduce((total, size) => total + size, 0)

test.run()
