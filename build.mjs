// Makes dist/hearth, the single executable of this platform: Node 24 with the bundled server, the
// files it reads and its native libraries inside. `--if-stale` does nothing when it is up to date.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, extname, join } from 'node:path'
import { compress, packArchive } from './build/archive.mjs'
import { bundle, bundleServer, bundleText } from './build/programs.mjs'
import { buildWeb } from './src/web/build.ts'

const require = createRequire(import.meta.url)
process.chdir(import.meta.dirname)

const isMac = process.platform === 'darwin'
const executable = join('dist', 'hearth')
const stamp = join('dist', '.inputs')
// By this text in its own code Node finds out that it carries a program.
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

// Under load V8 lets the space for new objects grow to 96 MB and seldom gives it back; requests are
// served as fast with a small one.
// One thread beside that of the server is enough to collect garbage; each more keeps memory of its own.
// V8 takes compiled code, that of the program and of Node's own modules, only with the options it was made with.
// These two make no difference to it; others are set while the server starts (src/cli/v8-options.ts).
const V8_OPTIONS = JSON.parse(readFileSync(join('build', 'v8-options.json'), 'utf8'))

// Packages inside that are not part of the bundle: as they are, or as what was made of them.
const CARRIED = [
  'better-sqlite3',
  '@node-rs/argon2',
  'wasm-vips',
  'emoji-datasource',
  'emojibase-data',
]

const NOTICE_FILE = /^(licen[cs]e|copying|notice|third-party)/i

const inputs = hashInputs()
if (!process.argv.includes('--if-stale') || !isUpToDate()) {
  // A folder of its own, so that two builds at once do not meet before the last, atomic step.
  const folder = join('dist', `build-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  try {
    await makeExecutable(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function makeExecutable(folder) {
  const started = performance.now()
  const server = await bundleServer(folder)
  const certificates = await bundle('src/tls/carried.ts', join(folder, 'certificates.cjs'))
  // These are run by threads, which take a program as its text.
  const workers = await Promise.all(
    ['src/workers/worker.ts', 'src/store/merger.ts'].map(async (source) => {
      const worker = await bundleText(source)
      const program = join(folder, `${basename(source, '.ts')}.cjs`)
      writeFileSync(program, worker.code)
      return { ...worker, program }
    }),
  )
  const web = await buildWeb({ release: true })
  const blob = await packBlob(folder, {
    ...textAssets(),
    ...libraryAssets(folder),
    ...imageAssets(),
    ...packed(...server.programs, certificates.program, ...workers.map(({ program }) => program)),
    ...webAssets(web),
  })

  const unfinished = join(folder, 'hearth')
  copyFileSync(process.execPath, unfinished)
  chmodSync(unfinished, 0o755)
  strip(unfinished)
  if (isMac) execFileSync('codesign', ['--remove-signature', unfinished])
  injectBlob(unfinished, blob)
  if (isMac) execFileSync('codesign', ['--sign', '-', unfinished])

  const answer = execFileSync(unfinished, ['--version'], { encoding: 'utf8' }).trim()
  // The tool above writes the file in one piece, which the system then keeps and maps in large ones:
  // an idle server would hold 20 MB more of it in memory than one that runs from a copy.
  const finished = join(folder, 'hearth-copy')
  copyFileSync(unfinished, finished)
  const { inputs: webInputs } = JSON.parse(readFileSync(join(web, 'meta.json')))
  const bundled = [server, certificates, ...workers].flatMap(({ inputs }) => inputs)
  writeNotices([...bundled, ...Object.keys(webInputs)])
  renameSync(finished, executable)
  writeFileSync(stamp, inputs)
  const megabytes = (statSync(executable).size / 1e6).toFixed(1)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`Built ${executable} ${answer}: ${megabytes} MB in ${seconds} s`)
}

/** All that the executable carries, in the form Node takes it from its own file. */
async function packBlob(folder, files) {
  const output = join(folder, 'hearth.blob')
  const config = join(folder, 'sea-config.json')
  const archive = join(folder, 'archive')
  const main = join(folder, 'launch.cjs')
  writeFileSync(main, (await bundleText('bin/launch.ts')).code)
  writeFileSync(archive, packArchive(files))
  const code = compileProgram(folder, archive)
  writeFileSync(archive, packArchive({ ...files, ...packed(code) }))
  const assets = { archive }
  const settings = { disableExperimentalSEAWarning: true, execArgv: V8_OPTIONS }
  writeFileSync(config, JSON.stringify({ main, output, assets, ...settings }))
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'pipe' })
  return output
}

/** @returns the path of V8's compiled code of the program */
function compileProgram(folder, archive) {
  const program = join(folder, 'hearth.cjs')
  const data = join(folder, 'data')
  mkdirSync(data)
  const args = [join('build', 'compiled-code.mjs'), archive, program, `${program}.code`, data]
  execFileSync(process.execPath, [...V8_OPTIONS, ...args], { stdio: 'pipe' })
  // Without its code the program would run as well, but start late.
  execFileSync(process.execPath, [...V8_OPTIONS, args[0], '--check', program, `${program}.code`])
  return `${program}.code`
}

/** A process of its own keeps the tool's warnings about Node's own sections to itself. */
function injectBlob(file, blob) {
  const tool = require.resolve('postject/dist/cli.js')
  const args = [tool, file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE]
  if (isMac) args.push('--macho-segment-name', 'NODE_SEA')
  execFileSync(process.execPath, args, { stdio: 'pipe' })
}

/** What src/base/assets.ts reads: each file of src that is not a program, by its path. */
function textAssets() {
  const files = globSync('src/**/*.*', { exclude: ['**/*.ts', '**/*.md', 'src/web/**'] })
  const paths = ['package.json', 'schema.sql', ...files].filter((path) => existsSync(path))
  return Object.fromEntries(paths.map((path) => [path, path]))
}

/** Files as they are read with `unpackCarried`. */
function packed(...paths) {
  return Object.fromEntries(
    paths.map((path) => [`${basename(path)}.zst`, compress(readFileSync(path))]),
  )
}

/**
 * What the makers of all that is inside want to be passed on with it.
 * @param sources paths of the files in the bundle
 */
function writeNotices(sources) {
  const bundled = sources.flatMap((path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [])
  const folders = new Set([...bundled, ...CARRIED.map((name) => join('node_modules', name))])
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json')))
    const texts = readdirSync(folder).filter((file) => NOTICE_FILE.test(file))
    return [
      `${name} ${version}: ${license}`,
      ...texts.map((file) => readFileSync(join(folder, file), 'utf8')),
    ]
  })
  // Shapes of icons were copied from it, so no path of a package shows that they are inside.
  const lucide = readFileSync(join('src', 'web', 'ui', 'lucide-license.txt'), 'utf8')
  const node = `Node.js ${process.version}: https://github.com/nodejs/node/blob/${process.version}/LICENSE`
  const text = [[node], ['Icons of Lucide: ISC', lucide], ...notices].map((parts) =>
    parts.join('\n\n').trim(),
  )
  writeFileSync(
    join('dist', 'THIRD-PARTY-NOTICES.txt'),
    `${text.join(`\n\n${'─'.repeat(80)}\n\n`)}\n`,
  )
}

/** Each native library, compressed, and the hash that names its unpacked copy. */
function libraryAssets(folder) {
  const assets = {}
  for (const [name, source] of Object.entries(nativeLibraries())) {
    const library = join(folder, `${name}.node`)
    copyFileSync(source, library)
    chmodSync(library, 0o644)
    strip(library)
    Object.assign(assets, packed(library))
    assets[`${name}.sha256`] = Buffer.from(sha256(readFileSync(library)))
  }
  return assets
}

/** What src/images/vips.ts reads. */
function imageAssets() {
  return packed(
    ...['', '/vips.wasm', '/vips-heif.wasm'].map((file) => require.resolve(`wasm-vips${file}`)),
  )
}

/** What src/http/web/files.ts reads: the built web client, as `web/…`. */
function webAssets(folder) {
  const files = globSync('**/*', { cwd: folder }).filter(
    (path) => extname(path) !== '' && path !== 'meta.json',
  )
  return Object.fromEntries(files.map((path) => [`web/${path}`, join(folder, path)]))
}

/** The files that the packages' own loaders choose on this platform. */
function nativeLibraries() {
  const loadedBy = (load) => {
    const before = new Set(process.report.getReport().sharedObjects)
    load()
    const added = process.report.getReport().sharedObjects.filter((path) => !before.has(path))
    return added.find((path) => path.endsWith('.node'))
  }
  return {
    better_sqlite3: loadedBy(() => new (require('better-sqlite3'))(':memory:').close()),
    argon2: loadedBy(() => require('@node-rs/argon2')),
  }
}

/** Takes out what only debuggers read; without the tool the executable is larger and as good. */
function strip(file) {
  try {
    const options = isMac ? ['-x'] : []
    execFileSync('strip', [...options, file], { stdio: 'pipe' })
  } catch (error) {
    console.log(`Not stripped: ${file} (${error.code ?? error.message.trim()})`)
  }
}

function isUpToDate() {
  return existsSync(executable) && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs
}

function hashInputs() {
  const names = ['bin/**/*', 'build/**/*', 'src/**/*', 'schema.sql', 'package*.json', 'build.mjs']
  const hash = createHash('sha256').update(`${process.version} ${process.platform}`)
  for (const path of globSync(names).sort()) {
    if (statSync(path).isFile()) hash.update(`${path}\0${sha256(readFileSync(path))}`)
  }
  return hash.digest('hex')
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}
