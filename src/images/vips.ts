// Loads libvips as WebAssembly, from its package or from the executable.

import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import type Vips from 'wasm-vips'
import { isExecutable, unpackCarried } from '../base/executable.ts'

type Load = typeof Vips

const OPTIONS: Parameters<Load>[0] = {
  // AVIF only; the other plugins decode formats that people do not send.
  dynamicLibraries: ['vips-heif.wasm'],
  // One thread: the other processors stay free for the server.
  preRun: (module) => {
    module.ENV.VIPS_CONCURRENCY = '1'
  },
  // The library prints warnings about broken files; they are of no use in the log.
  print: () => {},
  printErr: () => {},
}

/** Loads libvips, as WebAssembly the same on every platform. */
export async function loadVips() {
  const load: Load = isExecutable ? loadCarried() : (await import('wasm-vips')).default
  const vips = await load(OPTIONS)
  vips.Cache.max(0)
  // Disables loaders that were not fuzzed: their bugs are the ones an attacker would find.
  vips.blockUntrusted(true)
  return vips
}

/**
 * The library's program expects its files beside it on disk. In the executable it finds them in
 * memory instead: what it requires from Node are the two modules it reads and starts threads with.
 */
function loadCarried(): Load {
  const program = unpackCarried('vips-node.js').toString()
  const require = createRequire(process.execPath)
  const carried: Record<string, object> = {
    'node:fs': {
      ...require('node:fs'),
      readFileSync: (path: string) => unpackCarried(basename(path)),
    },
    'node:worker_threads': {
      ...require('node:worker_threads'),
      Worker: class extends Worker {
        constructor(_file: string, options: WorkerOptions) {
          super(program, { ...options, eval: true })
        }
      },
    },
  }
  const module = { exports: {} }
  const run = new Function('module', 'exports', 'require', '__filename', '__dirname', program)
  run(module, module.exports, (name: string) => carried[name] ?? require(name), 'vips-node.js', '')
  return module.exports as Load
}
