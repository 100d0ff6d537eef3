import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix, sep } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

/** What the files of each folder may import besides their own folder, base and errors.ts. */
const MAY_IMPORT: Record<string, string[]> = {
  // Logging in belongs to http, and who somebody is to the domain.
  http: ['api', 'domain', 'config'],
  cli: ['api', 'domain', 'config', 'main', 'offline'],
  smtp: ['domain', 'config'],
  api: ['domain'],
  domain: ['store', 'events', 'text', 'images', 'outgoing'],
  store: [],
  events: [],
  text: [],
  images: [],
  outgoing: [],
  base: [],
  config: [],
  errors: [],
  offline: ['main', 'domain', 'store', 'config'],
  main: [
    'http',
    'smtp',
    'api',
    'domain',
    'store',
    'events',
    'text',
    'outgoing',
    'images',
    'config',
  ],
}

/** The folders whose files do not import each other, and what all of them share. */
const SEPARATE: Record<string, RegExp> = {
  api: /^api\/((endpoint|params|channel-params|setting-params|snapshot|snapshot-realm)\.ts|wire\/)/,
  store: /^store\/db\.ts/,
}

/** Packages that one folder alone knows. */
const KEPT_BY: Record<string, string> = {
  '@tinyhttp/app': 'http',
  milliparsec: 'http',
  'better-sqlite3': 'store',
  '@node-rs/argon2': 'base',
  'smtp-server': 'smtp',
  mailparser: 'smtp',
  htmlparser2: 'outgoing',
  'wasm-vips': 'images',
}

const src = join(dirname(import.meta.dirname), 'src')
const imports = readImports()

test('each layer imports only what lies below it', () => {
  for (const { file, target } of imports.filter(({ target }) => target.endsWith('.ts'))) {
    const [from, to] = [layerOf(file), layerOf(target)]
    const allowed = [from, 'base', 'errors', ...(MAY_IMPORT[from] ?? [])]
    assert.ok(allowed.includes(to), `src/${file} imports ${target}; ${from} may not know ${to}`)
  }
})

test('files of api do not know each other, nor do files of store', () => {
  for (const { file, target } of imports) {
    const shared = SEPARATE[layerOf(file)]
    if (!shared || layerOf(file) !== layerOf(target) || isIndex(file)) continue
    assert.ok(shared.test(target), `src/${file} imports its neighbour ${target}`)
  }
})

test('files of domain import each other without cycles', () => {
  const graph = new Map<string, string[]>()
  for (const { file, target, typeOnly } of imports) {
    // Types are gone when the program runs; only values need an order.
    if (typeOnly || layerOf(file) !== 'domain' || layerOf(target) !== 'domain') continue
    graph.set(file, [...(graph.get(file) ?? []), target])
  }

  const done = new Set<string>()
  const visit = (file: string, path: string[]) => {
    assert.not.ok(path.includes(file), `a cycle of imports: ${[...path, file].join(' → ')}`)
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
})

test('HTTP, SQLite and password hashing are each the business of one folder', () => {
  for (const { file, target } of imports) {
    const keeper = KEPT_BY[target]
    assert.ok(!keeper || keeper === layerOf(file), `src/${file} imports ${target}; see ${keeper}`)
  }
})

test('every file of the server belongs to a layer', () => {
  for (const file of sourceFiles()) {
    assert.ok(Object.hasOwn(MAY_IMPORT, layerOf(file)), `src/${file} is in no known layer`)
  }
})

/** 'domain/users.ts' → 'domain', 'main.ts' → 'main' */
function layerOf(file: string) {
  return (file.split('/')[0] ?? '').replace(/\.ts$/, '')
}

/** Lists of all files of the folder import them; a migration takes its type from the list. */
function isIndex(file: string) {
  return /\/(index|migrate|openapi)\.ts$/.test(file) || file.startsWith('store/migrations/')
}

function sourceFiles() {
  return globSync('**/*.ts', { cwd: src }).map((file) => file.replaceAll(sep, '/'))
}

/** Every import of a file: `target` is a file below src, or the name of a package. */
function readImports() {
  const statement =
    /^(?:import|export(?=\s+(?:type\s+)?[{*]))\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
  const expression = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g
  return sourceFiles().flatMap((file) => {
    const source = readFileSync(join(src, file), 'utf8')
    const found = [
      ...[...source.matchAll(statement)].map(([, type, name]) => ({ name, typeOnly: !!type })),
      ...[...source.matchAll(expression)].map(([, name]) => ({ name, typeOnly: false })),
    ]
    return found.map(({ name = '', typeOnly }) => {
      const target = name.startsWith('.') ? posix.join(posix.dirname(file), name) : name
      return { file, target, typeOnly }
    })
  })
}

test.run()
