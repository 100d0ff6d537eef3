// Makes a release: npm run release -- VERSION [--dry-run]
//
// It needs a clean tree and something under "Unreleased" in docs/CHANGELOG.md. It sets the version,
// dates the changelog, builds, puts the executable of this platform with its SHA-256 into dist/, and
// ends with a commit and a tag on this machine; nothing is pushed. With --dry-run it says what it
// would do and changes nothing. `npm run release -- --package` only builds and packages, which the
// other platforms need for the same tag.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const CHANGELOG = join('docs', 'CHANGELOG.md')
const VERSIONED = ['package.json', 'package-lock.json']
const UNRELEASED = '## Unreleased\n'

process.chdir(join(import.meta.dirname, '..'))
try {
  run(readArguments())
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, package: { type: 'boolean' } },
  })
  const [version, ...rest] = positionals
  if (values.package ? version : !version || rest.length > 0) {
    throw new Error('usage: npm run release -- VERSION [--dry-run], or --package')
  }
  return { version, dryRun: values['dry-run'], packageOnly: values.package }
}

function run({ version, dryRun, packageOnly }) {
  if (packageOnly) return packageExecutable(currentVersion())

  const changes = requireReleasable(version)
  if (dryRun) {
    console.log(`Version ${currentVersion()} would become ${version}, tag v${version}, with:\n`)
    return console.log(changes.trim())
  }
  try {
    VERSIONED.forEach((file) => {
      setVersion(file, version)
    })
    dateChangelog(version)
    packageExecutable(version)
  } catch (error) {
    git('checkout', '--', ...VERSIONED, CHANGELOG)
    throw error
  }
  git('commit', '--quiet', '--message', `release: ${version}`, '--', ...VERSIONED, CHANGELOG)
  git('tag', '--annotate', `v${version}`, '--message', `Hearth ${version}\n\n${changes.trim()}`)
  console.log(`Committed and tagged v${version}. To publish it: git push --follow-tags`)
}

/**
 * The changes since the last release, as the changelog words them.
 * @throws Error where this version cannot be released from here
 */
function requireReleasable(version) {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
    throw new Error(`${version} is not a version: three numbers are needed, such as 1.2.3`)
  }
  if (git('status', '--porcelain') !== '') {
    throw new Error('There are changes that are not committed: commit or stash them first')
  }
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`The tag v${version} exists`)
  if (comparable(version) < comparable(currentVersion())) {
    throw new Error(`${version} is older than the current version ${currentVersion()}`)
  }
  const [, after] = readFileSync(CHANGELOG, 'utf8').split(UNRELEASED)
  const changes = after?.split(/^## /m)[0]?.trim()
  if (!changes) throw new Error(`${CHANGELOG} has nothing under "Unreleased"`)
  return changes
}

/** Versions in an order that text comparison gives; a pre-release comes before its release. */
function comparable(version) {
  const [numbers, prerelease] = version.split('-')
  const padded = numbers.split('.').map((number) => number.padStart(9, '0'))
  return `${padded.join('.')}${prerelease ? ` ${prerelease}` : '~'}`
}

function currentVersion() {
  return JSON.parse(readFileSync('package.json', 'utf8')).version
}

function setVersion(file, version) {
  const content = JSON.parse(readFileSync(file, 'utf8'))
  content.version = version
  if (content.packages) content.packages[''].version = version
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}

function dateChangelog(version) {
  const today = new Date().toISOString().slice(0, 10)
  const text = readFileSync(CHANGELOG, 'utf8')
  writeFileSync(CHANGELOG, text.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${today})\n`))
}

/** Builds, and writes dist/hearth-VERSION-PLATFORM beside a file with its SHA-256. */
function packageExecutable(version) {
  execFileSync(process.execPath, ['build.mjs', '--if-stale'], { stdio: 'inherit' })
  const name = `hearth-${version}-${process.platform}-${process.arch}`
  const path = join('dist', name)
  rmSync(path, { force: true })
  copyFileSync(join('dist', 'hearth'), path)
  const sum = createHash('sha256').update(readFileSync(path)).digest('hex')
  writeFileSync(`${path}.sha256`, `${sum}  ${name}\n`)
  console.log(`Packaged ${path}, SHA-256 ${sum}`)
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}
