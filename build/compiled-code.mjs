// Runs the executable's program until it has answered, and writes V8's compiled code of all that ran.
// What is left out is compiled when it is called. A process of its own, which build.mjs starts with
// the options of the executable, for V8 takes compiled code from nobody who had others.
//
// usage: compiled-code.mjs ARCHIVE PROGRAM OUTPUT FOLDER, or --check PROGRAM OUTPUT

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'

if (process.argv[2] === '--check') check(...process.argv.slice(3))

const [archivePath, program, output, folder] = process.argv.slice(2)
const archive = readFileSync(archivePath)
const require = createRequire(import.meta.url)
const sea = {
  isSea: () => true,
  getRawAsset: () => archive.buffer,
}
process.argv.splice(1, Infinity, 'hearth', 'serve', '--data', folder, '--port', '0')
Object.assign(process.env, { XDG_CACHE_HOME: folder, HEARTH_SUPERVISE: 'off' })

const script = new Script(readFileSync(program, 'latin1'), { filename: 'hearth.cjs' })
const listening = Promise.withResolvers()
const print = console.log
console.log = (text) => listening.resolve(/http:\/\/127\.0\.0\.1:\d+/.exec(text)[0])
const module = { exports: {} }
const run = script.runInThisContext()
run(module, module.exports, (name) => (name === 'node:sea' ? sea : require(name)))
const answer = await fetch(`${await listening.promise}/api/v1/server_settings`)
if (answer.status !== 200) throw new Error(`the program answered ${answer.status}`)
// The server sets options while it starts and when it has little to do (src/cli/v8-options.ts, src/base/heap.ts). V8
// compares them with those at the start, so all are as they were; the numbers are its own.
setFlagsFromString('--no-optimize-for-size')
setFlagsFromString('--maglev')
setFlagsFromString('--invocation-count-for-turbofan=10000')
setFlagsFromString('--allocation-site-pretenuring')
setFlagsFromString('--heap-growing-percent=0')
writeFileSync(output, script.createCachedData())
console.log = print
process.exit(0)

/** Fails where V8 would not take the code. */
function check(program, output) {
  const source = readFileSync(program, 'latin1')
  const { cachedDataRejected } = new Script(source, { cachedData: readFileSync(output) })
  process.exit(cachedDataRejected ? 1 : 0)
}
