// Makes a release in a copy of this repository: what it refuses, what --dry-run leaves alone, and
// what a release consists of.

import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = join(import.meta.dirname, '..')
const UNRELEASED = '# Changelog\n\n## Unreleased\n\n- Topics can be pinned.\n'

test('a release sets the version, dates the changelog, packages, commits and tags', () => {
  using copy = repository()

  const { status, stderr } = copy.release('7.8.9')

  assert.is(status, 0, stderr)
  assert.is(copy.json('package.json').version, '7.8.9')
  assert.is(copy.json('package-lock.json').version, '7.8.9')
  assert.match(
    copy.read('docs/CHANGELOG.md'),
    /## Unreleased\n\n## 7\.8\.9 \(\d{4}-\d\d-\d\d\)\n\n- Topics can be pinned\.\n/,
  )
  const name = `hearth-7.8.9-${process.platform}-${process.arch}`
  const executable = readFileSync(join(copy.folder, 'dist', name))
  const sum = createHash('sha256').update(executable).digest('hex')
  assert.is(copy.read(`dist/${name}.sha256`), `${sum}  ${name}\n`)
  assert.match(
    execFileSync(join(copy.folder, 'dist', name), ['--version'], { encoding: 'utf8' }),
    '7.8.9',
  )
  assert.is(copy.git('log', '-1', '--format=%s'), 'release: 7.8.9')
  assert.match(
    copy.git('tag', '--list', '--format=%(contents)', 'v7.8.9'),
    '- Topics can be pinned.',
  )
  assert.is(copy.git('status', '--porcelain'), '')
})

test('a dry run shows the changes and leaves everything as it is', () => {
  using copy = repository()
  const before = copy.git('rev-parse', 'HEAD')

  const { status, stdout } = copy.release('7.8.9', '--dry-run')

  assert.is(status, 0)
  assert.match(stdout, 'Topics can be pinned.')
  assert.is(copy.git('rev-parse', 'HEAD'), before)
  assert.is(copy.git('tag', '--list'), '')
  assert.is(copy.git('status', '--porcelain'), '')
  assert.not(existsSync(join(copy.folder, 'dist')))
})

test('nothing is released from changed files, twice, backwards, or without a changelog', () => {
  using copy = repository()
  const refused = (reason: RegExp, ...args: string[]) => {
    const { status, stderr } = copy.release(...args)
    assert.is(status, 1)
    assert.match(stderr, reason)
  }

  refused(/usage:/)
  refused(/is not a version: three numbers are needed/, '7.8')
  refused(/0\.0\.1 is older than the current version/, '0.0.1')
  copy.git('tag', 'v7.8.9')
  refused(/The tag v7\.8\.9 exists/, '7.8.9')
  copy.write('docs/CHANGELOG.md', '# Changelog\n\n## Unreleased\n')
  refused(/not committed/, '7.9.0')
  copy.commit()
  refused(/has nothing under "Unreleased"/, '7.9.0')
})

/** The files of this repository as they are now, in a repository of their own with one commit. */
function repository() {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-release-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of listed.split('\0')) {
    if (file && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file))
  }
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', env: identity() }).trim()
  const commit = () => {
    git('add', '--all')
    git('commit', '--quiet', '--message', 'test: a state to release')
  }
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)

  git('init', '--quiet')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  write('.git/info/exclude', 'node_modules\n')
  write('docs/CHANGELOG.md', UNRELEASED)
  commit()
  return {
    folder,
    git,
    commit,
    write,
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
    json: (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')),
    release: (...args: string[]) =>
      spawnSync(process.execPath, ['bin/release.mjs', ...args], {
        cwd: folder,
        encoding: 'utf8',
        env: identity(),
      }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

function identity() {
  const name = { GIT_AUTHOR_NAME: 'Olga', GIT_COMMITTER_NAME: 'Olga' }
  const email = { GIT_AUTHOR_EMAIL: 'olga@example.org', GIT_COMMITTER_EMAIL: 'olga@example.org' }
  return { ...process.env, ...name, ...email }
}

test.run()
