// The test runner itself.

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const uvu = `import { test } from '${import.meta.resolve('uvu')}'\n`
const passing = `${uvu} test('passes', () => {})\n test('passes too', () => {})\n test.run()\n`

test('passing files are counted and the run exits 0', async () => {
  const { code, lines } = await runTests({ 'a.test.ts': passing, 'deep/er/b.test.ts': passing })

  assert.is(code, 0)
  assert.is(lines.at(-1), '4 passed, 0 failed')
})

test('only test files are run, and of those only the ones asked for', async () => {
  const files = { 'users.test.ts': passing, 'messages.test.ts': passing, 'chat.ts': 'throw 1' }

  const { code, lines } = await runTests(files, 'users')

  assert.is(code, 0)
  assert.is(lines.at(-1), '2 passed, 0 failed')
})

test('a failing test is shown in full and fails the run', async () => {
  const { code, output, lines } = await runTests({
    'a.test.ts': `${uvu}
      test('passes', () => {})
      test('keeps its promise', () => { throw new Error('promise broken') })
      test.run()`,
  })

  assert.is(code, 1)
  assert.match(output, '"keeps its promise"')
  assert.match(output, 'promise broken')
  assert.is(lines.at(-1), '1 passed, 1 failed')
})

test('skipped tests are counted in the last line', async () => {
  const { code, lines } = await runTests({
    'a.test.ts': `${uvu} test('passes', () => {})\n test.skip('later', () => {})\n test.run()`,
  })

  assert.is(code, 0)
  assert.is(lines.at(-1), '1 passed, 0 failed, 1 skipped')
})

test('a file that never starts its tests fails the run', async () => {
  const { code, output, lines } = await runTests({
    'a.test.ts': `${uvu} test('never runs', () => {})`,
    'b.test.ts': passing,
  })

  assert.is(code, 1)
  assert.match(output, 'a.test.ts: ended without running a test: does it call test.run()?')
  assert.is(lines.at(-1), '2 passed, 1 failed')
})

test('a test declared after the start of the others fails the run', async () => {
  const { code, output } = await runTests({
    'a.test.ts': `${passing} test('comes too late', () => {})`,
  })

  assert.is(code, 1)
  assert.match(output, 'does not end with test.run()')
})

test('a throwing before hook fails the run, though no test failed', async () => {
  const { code, output, lines } = await runTests({
    'a.test.ts': `${uvu}
      test.before(() => { throw new Error('no database') })
      test('one', () => {})
      test('two', () => {})
      test.run()`,
  })

  assert.is(code, 1)
  assert.match(output, 'only 0 of 2 tests ran')
  assert.is(lines.at(-1), '0 passed, 2 failed')
})

test('a crash fails the run', async () => {
  const { code, output, lines } = await runTests({
    'a.test.ts': `${uvu} test('aborts', () => process.abort())\n test.run()`,
    'b.test.ts': `import 'nowhere'`,
    'c.test.ts': `${uvu} test('waits for nothing', () => new Promise(() => {}))\n test.run()`,
    'd.test.ts': `${uvu} test('leaves', () => process.exit(0))\n test.run()`,
  })

  assert.is(code, 1)
  assert.match(output, 'a.test.ts: crashed with SIGABRT')
  assert.match(output, 'b.test.ts: crashed with exit code 1')
  assert.match(output, 'c.test.ts: crashed with exit code 1')
  assert.match(output, 'd.test.ts: crashed with exit code 1')
  assert.is(lines.at(-1), '0 passed, 4 failed')
})

test('an error after the last test fails the run', async () => {
  const { code, output } = await runTests({
    'a.test.ts': `${uvu}
      test('passes', () => { setTimeout(() => { throw new Error('late') }, 1) })
      test.run()`,
  })

  assert.is(code, 1)
  assert.match(output, 'late')
})

test('a file that never ends is stopped, with all it has started', async () => {
  const { code, output, lines } = await runTests(
    {
      'a.test.ts': `${uvu}
        import { spawn } from 'node:child_process'
        test('passes', () => {
          spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
          setInterval(() => {}, 1000)
        })
        test.run()`,
    },
    '--limit',
    '2',
  )

  assert.is(code, 1)
  assert.match(output, 'a.test.ts: still running after 2 s, stopped')
  assert.is(lines.at(-1), '1 passed, 1 failed')
})

test('a server left behind does not hold up the run', async () => {
  const { code, lines } = await runTests({
    'a.test.ts': `${uvu}
      import { spawn } from 'node:child_process'
      test('passes', () => {
        spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }).unref()
      })
      test.run()`,
  })

  assert.is(code, 0)
  assert.is(lines.at(-1), '1 passed, 0 failed')
})

test('a run without any test fails', async () => {
  const nothing = await runTests({})
  const empty = await runTests({ 'a.test.ts': `${uvu} test.run()` })
  const unmatched = await runTests({ 'a.test.ts': passing }, 'elsewhere')

  assert.is(nothing.code, 1)
  assert.match(nothing.output, 'no test file found')
  assert.is(empty.code, 1)
  assert.match(empty.output, 'has no tests')
  assert.is(unmatched.code, 1)
  assert.match(unmatched.output, 'no test file matches elsewhere')
})

/** Runs the test runner over these files, named below a folder `test` of their own. */
async function runTests(files: Record<string, string>, ...args: string[]) {
  const root = mkdtempSync(join(tmpdir(), 'hearth-tests-'))
  try {
    writeFileSync(join(root, 'package.json'), '{"type":"module"}')
    for (const [name, source] of Object.entries(files)) {
      mkdirSync(join(root, 'test', name, '..'), { recursive: true })
      writeFileSync(join(root, 'test', name), source)
    }
    const runner = join(import.meta.dirname, 'run.ts')
    const child = spawn(process.execPath, [runner, '--root', root, ...args])
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const [output, code] = await Promise.all([text(child.stdout), ended])
    return { code, output, lines: output.trimEnd().split('\n') }
  } finally {
    rmSync(root, { recursive: true })
  }
}

test.run()
