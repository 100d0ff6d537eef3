// The house rules for files and words: each file says what it is for, none is long, comments are
// plain English (docs/style.md), and the documentation names what exists.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = join(import.meta.dirname, '..')
const MAX_LINES = 300
const EXPORTED = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/
const RIDDLES =
  /\b(whoever|whom|somebody|tells of|hears of|as far as|(?<!there )is none|where there is none|nobody in particular)\b/i

test('every file opens with a comment that says what it is for', () => {
  const mute = allCode().filter(
    ({ lines }) => !/^(\/\/|\/\*)/.test(lines[0]!.startsWith('#!') ? lines[1]! : lines[0]!),
  )

  assert.equal(pathsOf(mute), [])
})

test('no file of code is longer than 300 lines, except migrations', () => {
  const long = allCode().filter(
    ({ path, lines }) => lines.length - 1 > MAX_LINES && !path.includes('/migrations/'),
  )

  assert.equal(pathsOf(long), [])
})

test('comments use plain words', () => {
  const riddles = allCode().flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => {
      const word = RIDDLES.exec(commentIn(line))?.[0]
      return word && path !== 'test/house.test.ts' ? [`${path}:${index + 1}: ${word}`] : []
    }),
  )

  assert.equal(riddles, [])
})

test('texts of declarations and the documentation use plain words', () => {
  const declarations = filesIn('src/api').flatMap(({ path, lines }) =>
    lines.map((line, index) => ({ line, place: `${path}:${index + 1}` })),
  )
  const pages = documents()
    .filter(({ path }) => path !== 'docs/style.md')
    .flatMap(({ path, text }) =>
      text.split('\n').map((line, index) => ({ line, place: `${path}:${index + 1}` })),
    )
  const riddles = [...declarations, ...pages].flatMap(({ line, place }) => {
    const word = RIDDLES.exec(line)?.[0]
    return word ? [`${place}: ${word}`] : []
  })

  assert.equal(riddles, [])
})

test('links and file names in the documentation lead somewhere', () => {
  const broken = documents().flatMap(({ path, text }) => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!.split('#')[0]!)
    const relative = links.filter((target) => target !== '' && !/^\w+:/.test(target))
    const named = [...text.matchAll(/`((?:src|test|docs)\/[\w./-]+)`/g)].map(([, name]) => name!)
    return [
      ...relative.filter((target) => !existsSync(join(root, dirname(path), target))),
      ...named.filter((name) => !existsSync(join(root, name))),
    ].map((target) => `${path}: ${target}`)
  })

  assert.equal(broken, [])
})

test('no two files of the server export the same name', () => {
  const declared = filesIn('src')
    .filter(({ path }) => !path.startsWith('src/web/'))
    .flatMap(({ path, lines }) =>
      [...new Set(lines.flatMap((line) => EXPORTED.exec(line)?.[1] ?? []))].map((name) => ({
        name,
        path,
      })),
    )
  const twice = Map.groupBy(declared, ({ name }) => name)
    .entries()
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => `${name}: ${files.map(({ path }) => path).join(', ')}`)

  assert.ok(declared.length > 0)
  assert.equal([...twice], [])
})

interface SourceFile {
  path: string
  lines: string[]
}

/** Everything people wrote in TypeScript and JavaScript: server, client, tests, scripts and the build. */
const allCode = () => filesIn('src', 'test', 'bin', 'build', '.')

/** The code files in these folders and below; in the root folder `.`, only its own files. */
function filesIn(...folders: string[]): SourceFile[] {
  const patterns = folders.map((folder) =>
    folder === '.' ? '*.{ts,tsx,mjs}' : `${folder}/**/*.{ts,tsx,mjs}`,
  )
  const paths = globSync(patterns, { cwd: root }).map((path) => path.replaceAll(sep, '/'))
  assert.ok(paths.length > 0)
  return paths.sort().map((path) => ({
    path,
    lines: readFileSync(join(root, path), 'utf8').split('\n'),
  }))
}

/** What people read: pages in the root, in docs, and in .github; not those written by programs. */
function documents() {
  const paths = globSync(
    ['*.md', 'docs/*.md', 'docs/decisions/*.md', '.github/*.md', 'test/*.md'],
    {
      cwd: root,
    },
  )
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

const pathsOf = (files: readonly SourceFile[]) => files.map(({ path }) => path)

/** The comment on a line, on its own or behind code; good enough for looking for words. */
const commentIn = (line: string): string =>
  /^\s*(?:\/\/|\/\*|\*)(.*)$/.exec(line)?.[1] ?? / \/\/ (.*)$/.exec(line)?.[1] ?? ''

test.run()
