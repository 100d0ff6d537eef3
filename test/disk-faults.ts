// Makes the disk slow or broken for one process, by strace, which changes its calls to the system.

import { spawn, spawnSync } from 'node:child_process'

/** What the disk does with each call that waits for it. */
export type DiskFault = { delayMs: number } | { error: 'EIO' }

const CALLS = 'fsync,fdatasync'

/** What strace has to be told for it. */
export function optionsFor(fault: DiskFault): string[] {
  const what = 'error' in fault ? `error=${fault.error}` : `delay_exit=${fault.delayMs * 1000}`
  return ['-f', '-e', `trace=${CALLS}`, '-e', `inject=${CALLS}:${what}`]
}

/** Whether strace is here and may watch other processes. */
export function mayTrace(): boolean {
  if (spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0) return true
  console.log('SKIPPED the tests with a slow or broken disk: they need strace')
  return false
}

/** From now on, until it is disposed of, the disk has this fault for a process. */
export async function withFault(pid: number, fault: DiskFault): Promise<AsyncDisposable> {
  const options = [...optionsFor(fault), '-p', String(pid)]
  const strace = spawn('strace', options, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise((resolve) => strace.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    let said = ''
    strace.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('attached')) resolve()
    })
    void ended.then(() => reject(new Error(`strace ended: ${said}`)))
  })
  return {
    async [Symbol.asyncDispose]() {
      strace.kill('SIGINT')
      await ended
    },
  }
}
