// Builds the web client: `npm run dev`, the tests and the executable all call this one function.
//
// Run by itself it prints the folder that holds the finished client: node src/web/build.ts [--release]

import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { build, type Metafile, type Plugin } from 'esbuild'

const root = join(import.meta.dirname, '..', '..')
const here = import.meta.dirname

/** Everything the client is made of; a change in any of it makes another build. */
const INPUTS = ['src/web/**/*', 'src/text/**/*', 'src/base/*.ts', 'package-lock.json']

/** The browsers of two years ago; newer ones get the layout as it is meant. */
const BROWSERS = ['chrome123', 'edge123', 'firefox128', 'safari17.4']

const ENTRY = 'src/web/main.tsx'

/** What pages name. Styles of formulas and the emoji font load where they are needed. */
const ENTRIES = {
  main: ENTRY,
  styles: 'src/web/styles/index.css',
  formulas: 'src/web/styles/formulas.css',
  'emoji-font': 'src/web/styles/emoji-font.css',
  'server-pages': 'src/web/styles/server-pages.css',
}

const FORGET_AFTER_MS = 3_600_000

/** What a build is made for: people get no counters, and files as small as they become. */
export interface Purpose {
  release: boolean
  /** The page loads itself again when the client was built anew. */
  reloads?: boolean
}

/** What `files.json` in the folder of a build says; src/http/web/files.ts reads it. */
export interface BuiltFiles {
  /** Names this build: another client has another name. */
  version: string
  /** The hashes of the inline scripts of index.html, as its Content-Security-Policy takes them. */
  scriptHashes: string[]
  /** Files below `web/`; those that are text lie there with the endings `.br` and `.gz` as well. */
  files: string[]
  /** The hashed names of the files that the server itself speaks of, by their own names. */
  named: Record<string, string>
}

/**
 * Builds the client unless this very one was built before, and returns the folder it is in:
 * `index.html`, `sw.js`, `web/<name>.<hash>.<ext>`, `files.json` (BuiltFiles) and `meta.json`,
 * which is esbuild's account of what went into each file.
 *
 * Several processes may build at once: the first that finishes leaves its folder to all.
 */
export async function buildWeb(purpose: Purpose): Promise<string> {
  const version = versionOf(purpose)
  const folders = join(root, 'dist', 'web')
  const folder = join(folders, version)
  if (existsSync(folder)) return folder

  const unfinished = join(folders, `unfinished-${process.pid}-${Date.now()}`)
  mkdirSync(join(unfinished, 'web'), { recursive: true })
  try {
    await makeFiles(unfinished, version, purpose)
    renameSync(unfinished, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  forgetOldFolders(folders, version)
  return folder
}

async function makeFiles(folder: string, version: string, purpose: Purpose) {
  const metafile = await bundleClient(folder, purpose)
  const named = { ...namedOutputs(metafile), ...copyIcons(folder) }
  const html = pageOf(named, preloaded(metafile, named))
  writeFileSync(join(folder, 'index.html'), html)

  const files = readdirSync(join(folder, 'web'))
  const workers = await bundleWorker(folder, files)
  const compressed = files.filter((file) => isText(file)).map((file) => join('web', file))
  for (const path of [...compressed, 'index.html', 'sw.js'])
    await compress(join(folder, path), purpose)

  const built: BuiltFiles = { version, scriptHashes: scriptHashes(html), files, named }
  writeFileSync(join(folder, 'files.json'), JSON.stringify(built))
  const inputs = { ...metafile.inputs, ...workers.inputs }
  writeFileSync(join(folder, 'meta.json'), JSON.stringify({ inputs, outputs: metafile.outputs }))
}

const common = ({ release }: Purpose) => ({
  absWorkingDir: root,
  bundle: true,
  metafile: true as const,
  minify: true,
  target: BROWSERS,
  define: { __HEARTH_TEST__: String(!release) },
  logLevel: 'warning' as const,
})

async function bundleClient(folder: string, purpose: Purpose): Promise<Metafile> {
  const { metafile } = await build({
    ...common(purpose),
    entryPoints: Object.entries(ENTRIES).map(([out, path]) => ({ in: join(root, path), out })),
    outdir: join(folder, 'web'),
    entryNames: '[name].[hash]',
    chunkNames: '[name].[hash]',
    assetNames: '[name].[hash]',
    publicPath: '/web/',
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // Formulas name their fonts in older formats as well, which no browser in BROWSERS asks for.
    loader: { '.svg': 'file', '.png': 'file', '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty' },
    plugins: [oneFirstFile],
    ...(purpose.reloads && { banner: { js: RELOADS } }),
  })
  return metafile
}

/**
 * What the entry imports at once comes as one file. esbuild makes a file of its own for each set of
 * parts that share a module, which would be dozens; here every part that loads later imports the
 * entry, so all that the entry needs is shared by all of them.
 */
const oneFirstFile: Plugin = {
  name: 'one-first-file',
  setup({ onResolve, onLoad, resolve }) {
    const later = new Set<string>()
    onResolve({ filter: /^\./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === oneFirstFile) return undefined
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: oneFirstFile })
      later.add(found.path)
      return found
    })
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      if (!later.has(path)) return undefined
      const contents = `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(join(root, ENTRY))}`
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
    })
  },
}

/** In development the server says which build is the newest, and says it again when that changes. */
const RELOADS = `{ let shown
new EventSource('/web/reload').onmessage = ({ data }) => {
  if (shown !== undefined && shown !== data) location.reload()
  shown = data
} }`

/** Service workers are one file without imports; this one knows the names of all others. */
async function bundleWorker(folder: string, files: readonly string[]): Promise<Metafile> {
  const entry = join(here, 'sw.ts')
  const { metafile } = await build({
    ...common({ release: true }),
    entryPoints: [entry],
    outfile: join(folder, 'sw.js'),
    format: 'iife',
    define: { __HEARTH_FILES__: JSON.stringify(files) },
  })
  return metafile
}

/** The hashed names of what pages name: `main.js`, `styles.css` and the like. */
function namedOutputs({ outputs }: Metafile): Record<string, string> {
  const named = Object.entries(ENTRIES).map(([name, entry]) => {
    const [path, output] = Object.entries(outputs).find(
      ([, { entryPoint }]) => entryPoint === entry,
    )!
    const [only, ...others] = importedAtOnce(output)
    // What parts that load later share with the entry is in another file, and the entry's own then
    // does nothing but import it: pages name that file, and browsers ask for one less.
    const isEmpty = Object.keys(output.inputs).length === 0 && others.length === 0
    return [name + extname(path), basename((isEmpty && only) || path)]
  })
  return Object.fromEntries(named)
}

/**
 * What the entry imports at once: a browser asks for it without having read the entry. The file
 * that the page names as its script is not among them.
 */
function preloaded({ outputs }: Metafile, named: Record<string, string>): string[] {
  const entry = Object.values(outputs).find(({ entryPoint }) => entryPoint === ENTRY)!
  return importedAtOnce(entry)
    .map((path) => basename(path))
    .filter((file) => file !== named['main.js'])
}

const importedAtOnce = ({ imports }: Metafile['outputs'][string]) =>
  imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path)

function copyIcons(folder: string): Record<string, string> {
  const named: Record<string, string> = {}
  for (const name of readdirSync(join(here, 'icons'))) {
    const bytes = readFileSync(join(here, 'icons', name))
    const ending = extname(name)
    const hashed = `${basename(name, ending)}.${sha256(bytes).slice(0, 8).toUpperCase()}${ending}`
    writeFileSync(join(folder, 'web', hashed), bytes)
    named[`icons/${name}`] = hashed
  }
  return named
}

/** The template with hashed names: what it calls `/web/main.js` is `/web/main.<hash>.js`. */
function pageOf(named: Record<string, string>, preload: string[]): string {
  const links = preload.map((file) => `<link rel="modulepreload" href="/web/${file}">\n`)
  return readFileSync(join(here, 'index.html'), 'utf8')
    .replaceAll(/"\/web\/([^"]+)"/g, (_, name) => {
      if (!named[name]) throw new Error(`index.html names /web/${name}, which is not built`)
      return `"/web/${named[name]}"`
    })
    .replace('</head>', () => `${links.join('')}</head>`)
}

const scriptHashes = (html: string) =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

/** Pictures and fonts are compressed by themselves. */
const isText = (file: string) => /\.(html|js|css|json|svg)$/.test(file)

async function compress(path: string, { release }: Purpose) {
  const bytes = readFileSync(path)
  const quality = release ? 11 : 4
  const params = { [zlib.BROTLI_PARAM_QUALITY]: quality }
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
  writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: release ? 9 : 4 }))
}

function versionOf({ release, reloads = false }: Purpose): string {
  const hash = createHash('sha256').update(`${release} ${reloads}`)
  for (const path of globSync(INPUTS, { cwd: root }).sort()) {
    const file = join(root, path)
    if (statSync(file).isFile()) hash.update(`${path}\0${sha256(readFileSync(file))}`)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Other processes may still be reading what was built lately. */
function forgetOldFolders(folders: string, current: string) {
  for (const name of readdirSync(folders)) {
    const folder = join(folders, name)
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (name !== current && age > FORGET_AFTER_MS) rmSync(folder, { recursive: true, force: true })
  }
}

/** Builds the client whenever its source changes, for development; a mistake in it is printed. */
export function watchWeb(onBuilt: (folder: string) => void): void {
  let timer: NodeJS.Timeout | undefined
  const rebuild = () =>
    buildWeb({ release: false, reloads: true }).then(onBuilt, (error: Error) =>
      console.error(error.message),
    )
  for (const folder of ['web', 'text']) {
    watch(join(root, 'src', folder), { recursive: true }, () => {
      // Editors write a file in several steps.
      clearTimeout(timer)
      timer = setTimeout(rebuild, 50)
    })
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

if (import.meta.main) console.log(await buildWeb({ release: process.argv.includes('--release') }))
