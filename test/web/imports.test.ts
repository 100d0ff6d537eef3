// Holds the layout of the web client, and what of it may talk to the server.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { layerOf, readImports, sourceFiles, src } from '../source.ts'

/** What the folders of the web client may import of each other, besides their own files. */
const MAY_IMPORT_IN_WEB: Record<string, string[]> = {
  text: [],
  model: [],
  sync: ['model'],
  keys: ['text'],
  ui: ['model', 'keys', 'text'],
  views: ['model', 'sync', 'ui', 'keys', 'text'],
  main: ['model', 'sync', 'ui', 'keys', 'text', 'views', 'styles'],
  sw: [],
  build: [],
}

/** Packages in the bundle, by the folders that know them. */
const PACKAGES_IN_WEB: Record<string, RegExp> = {
  '@preact/signals-core': /^(model|sync)$/,
  preact: /^(ui|views|keys|main)$/,
  'preact/hooks': /^(ui|views|keys|main)$/,
  '@preact/signals': /^(ui|views|keys|main)$/,
  uqr: /^views$/,
}

const imports = readImports()

test('in the web client, views know sync and the model, sync the model, the model neither', () => {
  for (const { file, target } of importsInWeb().filter(({ target }) => target.startsWith('web/'))) {
    const [from, to] = [partOf(file), partOf(target)]
    const allowed = [from, ...(MAY_IMPORT_IN_WEB[from] ?? [])]
    assert.ok(allowed.includes(to), `src/${file} imports ${target}; ${from} may not know ${to}`)
  }
})

test('the web client uses few packages, and the model none that draws', () => {
  for (const { file, target, typeOnly } of importsInWeb()) {
    // Shapes of zod are types here, and types are gone when the program runs.
    if (/\.(tsx?|css|svg|json)$/.test(target) || (typeOnly && target === 'zod')) continue
    const knowers = PACKAGES_IN_WEB[target]
    assert.ok(knowers?.test(partOf(file)), `src/${file} imports ${target}`)
  }
})

test('only sync talks to the server', () => {
  for (const file of sourceFiles().filter((file) => /^web\/(model|ui|views|keys)\//.test(file))) {
    const source = readFileSync(join(src, file), 'utf8')
    const call = /\b(fetch\(|XMLHttpRequest\b|EventSource\b|WebSocket\b|sendBeacon\b)/.exec(source)
    assert.is(call, null, `src/${file} uses ${call?.[0]}: that is for src/web/sync`)
  }
})

test('every file of the web client belongs to a part of it', () => {
  for (const file of sourceFiles().filter((file) => layerOf(file) === 'web')) {
    assert.ok(
      file === 'web/globals.d.ts' || Object.hasOwn(MAY_IMPORT_IN_WEB, partOf(file)),
      `src/${file} is in no known part`,
    )
  }
})

/** 'web/model/users.ts' → 'model', 'web/main.tsx' → 'main' */
function partOf(file: string) {
  return (file.split('/')[1] ?? '').replace(/\.tsx?$/, '')
}

/** What runs in the browser; the build of it is a program of ours. */
function importsInWeb() {
  return imports.filter(({ file }) => layerOf(file) === 'web' && file !== 'web/build.ts')
}

test.run()
