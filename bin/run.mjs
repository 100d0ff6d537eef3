#!/usr/bin/env node
// What every npm script starts. It runs on whatever Node (20 or newer) the machine has, installs
// what the lock file asks for and is not there, and hands over to the Node 24 that came with it.
// The scripts say `exec`, because npm sends signals to its shell, and the shell would keep them.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const inRoot = (...path) => join(root, ...path)
const runtime = inRoot('node_modules', 'node', 'bin', 'node')

const scripts = {
  start: (args) => {
    step(runtime, ['build.mjs', '--if-stale'])
    return [inRoot('dist', 'hearth'), ['serve', ...args]]
  },
  demo: (args) => {
    step(runtime, ['build.mjs', '--if-stale'])
    return [inRoot('dist', 'hearth'), ['demo', ...args]]
  },
  dev: (args) => {
    process.env.WEB_RELOAD = '1'
    return [runtime, ['--watch', 'bin/hearth.ts', 'serve', ...args]]
  },
  build: (args) => [runtime, ['build.mjs', ...args]],
  test: (args) => [runtime, ['test/run.ts', ...args]],
  bench: (args) => [runtime, ['test/bench/run.ts', ...args]],
  check: () => {
    step(runtime, [tool('@biomejs/biome', 'biome'), 'check', '--error-on-warnings'])
    step(runtime, [tool('typescript', 'tsc'), '-p', 'src/web'])
    step(runtime, [tool('typescript', 'tsc'), '-p', 'test/web/browser'])
    return [runtime, [tool('typescript', 'tsc'), '-p', '.']]
  },
  format: () => [runtime, [tool('@biomejs/biome', 'biome'), 'check', '--write']],
  docs: () => [runtime, ['test/docs.ts']],
  release: (args) => [runtime, ['bin/release.mjs', ...args]],
  fuzz: (args) => {
    if (args.length === 0) {
      process.env.HEARTH_LONG = '1'
      const models = ['convergence', 'unreads', 'segments'].map((name) => `test/web/${name}`)
      step(runtime, ['test/run.ts', 'test/text/', ...models])
    }
    return [runtime, ['test/fuzz/run.ts', ...args]]
  },
  attack: (args) => {
    process.env.HEARTH_LONG = '1'
    const parts = [
      'attack/',
      'http/',
      'smtp/',
      'api/rank',
      'api/probing',
      'api/large-messages',
      'api/kept-texts',
    ]
    const files = [...parts, 'startup', 'durability'].map((part) => `test/${part}`)
    return [runtime, ['test/run.ts', ...files, ...args]]
  },
  scale: (args) => [runtime, ['test/bench/run.ts', 'scale', ...args]],
  soak: (args) => [runtime, ['test/bench/run.ts', 'soak', ...args]],
}

const [name, ...args] = process.argv.slice(2)
const script = Object.hasOwn(scripts, name ?? '') ? scripts[name] : undefined
if (!script) {
  fail(`usage: node bin/run.mjs ${Object.keys(scripts).join('|')} [options]`, 2)
}
process.chdir(root)
if (!isInstalled()) installPackages()
if (!runtimeWorks()) completeRuntime()
handOver(...script(args))

/**
 * Whether node_modules holds what the lock file names. npm leaves its own record of what it
 * installed there; comparing the two, not their dates, survives clones, copies and branch changes.
 */
function isInstalled() {
  const locked = readPackages('package-lock.json')
  const installed = readPackages('node_modules', '.package-lock.json')
  if (!installed) return false
  return Object.entries(locked).every(([path, wanted]) => {
    if (path === '') return true
    const present = installed[path]
    // Packages for other platforms are optional and never installed here.
    if (!present) return wanted.optional === true
    return (
      present.version === wanted.version &&
      present.integrity === wanted.integrity &&
      existsSync(inRoot(path, 'package.json'))
    )
  })
}

function readPackages(...path) {
  try {
    return JSON.parse(readFileSync(inRoot(...path), 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

function installPackages() {
  console.error('Installing the packages of package-lock.json ...')
  // NODE_ENV=production or a personal npmrc would leave out what builds and tests. Of the packages'
  // own scripts only Node's does something for us; SQLite's would ask for Python and make.
  const what = ['--include=dev', '--include=optional', '--ignore-scripts']
  step(...npm('ci', ...what, '--no-audit', '--no-fund', '--loglevel=error'))
}

function runtimeWorks() {
  const { status, stdout } = spawnSync(runtime, ['--version'], { encoding: 'utf8' })
  return status === 0 && stdout.startsWith('v24.')
}

/** The package `node` brings a script that fetches the binary for this platform. */
function completeRuntime() {
  console.error('Installing Node 24 ...')
  const folder = inRoot('node_modules', 'node')
  rmSync(runtime, { force: true })
  step(process.execPath, ['installArchSpecificPackage.js'], folder)
  if (!runtimeWorks()) {
    fail(`Node 24 cannot run on this machine: ${runtime}`)
  }
}

/** npm as the one that started us, else the one on the path. */
function npm(...args) {
  const cli = process.env.npm_execpath
  return cli?.endsWith('.js') ? [process.execPath, [cli, ...args]] : ['npm', args]
}

/** The script behind a package's command, so that Node 24 and not the machine's Node runs it. */
function tool(packageName, command) {
  const folder = inRoot('node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/** Runs to the end. What npm and the build say goes to stderr: stdout belongs to the product. */
function step(command, args, cwd = root) {
  const { status, signal, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] })
  if (error) fail(`${command} cannot be started: ${error.message}`)
  if (signal) process.exit(128 + constants.signals[signal])
  if (status !== 0) process.exit(status)
}

/** Gives the terminal to the last command: signals go to it, its exit code comes back. */
function handOver(command, args) {
  const child = spawn(command, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('error', (error) => fail(`${command} cannot be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

function fail(message, code = 1) {
  console.error(message)
  process.exit(code)
}
