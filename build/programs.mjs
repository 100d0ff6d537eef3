// Bundles the programs that the executable carries.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')

// Packages that many servers never need. Each is a program of its own, which is unpacked when it is
// loaded: what is in a program stays in memory as text, whether it runs or not.
const APART = [
  'htmlparser2',
  'jose',
  'katex',
  'lowlight',
  'nodemailer',
  'prom-client',
  're2js',
  'send',
  'smtp-server',
  'tar-stream',
]

/** How the executable's own code is made: for Node alone, without what only humans read. */
const OPTIONS = {
  bundle: true,
  write: false,
  metafile: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  absWorkingDir: root,
  // Names stay, so that the place of an unexpected error can be read from its stack.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  // Only code that runs from source asks where its file is.
  logOverride: { 'empty-import-meta': 'silent' },
}

/**
 * Writes the server's program, and beside it the packages that it loads when it needs them.
 * @returns paths of the programs, and of all files inside
 */
export async function bundleServer(folder) {
  const found = new Map()
  const main = await bundle(join('bin', 'hearth.ts'), join(folder, 'hearth.cjs'), {
    // What decodes images is carried as it is: it starts its threads from its own text.
    // The libraries for certificates are a program apart, too; the pattern matches their import.
    external: ['wasm-vips', './carried*.ts'],
    plugins: [loadApart(found)],
  })
  const apart = await Promise.all(
    Array.from(found, ([name, path]) => bundle(path, join(folder, nameOf(name)))),
  )
  const all = [main, ...apart]
  return {
    programs: all.map(({ program }) => program),
    inputs: all.flatMap(({ inputs }) => inputs),
  }
}

/** Writes a program that the executable runs as a function of `module`, `exports` and `require`. */
export async function bundle(entryPoint, program, options = {}) {
  const { code, inputs } = await bundleText(entryPoint, options)
  writeFileSync(program, `(function (module, exports, require) {${code}\n})`)
  return { program, inputs }
}

/** The text of a bundle, in ASCII, and the paths of the files in it. */
export async function bundleText(entryPoint, options = {}) {
  const { outputFiles, metafile } = await build({
    ...OPTIONS,
    ...options,
    entryPoints: [entryPoint],
  })
  const code = outputFiles[0].text
    .replace(/^#!.*/, '')
    // In regular expressions the bundler leaves characters as they are.
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return { code, inputs: Object.keys(metafile.inputs) }
}

/** Replaces packages that are carried apart by what loads them, and collects where they lie. */
const loadApart = (found) => ({
  name: 'load apart',
  setup({ onResolve, onLoad, resolve }) {
    const filter = new RegExp(`^(${APART.join('|')})$`)
    onResolve({ filter }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'here') return undefined
      const { resolveDir, kind } = from
      const resolved = await resolve(path, { resolveDir, kind, pluginData: 'here' })
      found.set(path, resolved.path)
      return { path, namespace: 'apart' }
    })
    onLoad({ filter: /./, namespace: 'apart' }, ({ path }) => ({
      contents: `module.exports = require('./src/base/executable.ts').runCarried('${nameOf(path)}')`,
      resolveDir: root,
    }))
  },
})

const nameOf = (name) => `${name.replaceAll('/', '-')}.cjs`
