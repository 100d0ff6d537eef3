// Helpers for exports: asking for one, and reading its archive.

import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { expectSuccess, type Inbox, type Person } from './chat.ts'

/** The files of a compressed archive by name. */
export async function unpack(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const entries = extract()
  Readable.from([archive]).pipe(createGunzip()).pipe(entries)
  for await (const entry of entries) {
    const parts: Uint8Array[] = []
    for await (const part of entry) parts.push(part as Uint8Array)
    files.set(entry.header.name, Buffer.concat(parts))
  }
  return files
}

/** The records of a file that has one a line, and of those it goes on in. */
export function recordsOf(files: ReadonlyMap<string, Buffer>, name: string) {
  const parts = [...files].filter(([path]) => path.replace(/(-\d+)?\.jsonl$/, '') === name)
  return parts
    .flatMap(([, bytes]) => bytes.toString().split('\n').filter(Boolean))
    .map((line) => JSON.parse(line))
}

/** Asks for an export and waits until it is done, or failed. @returns it as it is listed */
export async function exported(person: Person, type?: string) {
  const inbox = await person.listen({ event_types: ['realm_export'] })
  const { id } = expectSuccess(await person.post('/export/realm', { export_type: type }))
  return outcome(inbox, id)
}

export async function outcome(inbox: Inbox, id: number) {
  for (;;) {
    for (const { exports } of await inbox.wait()) {
      const made = exports.find((one: { id: number }) => one.id === id)
      if (!made.pending) return made
    }
  }
}

export const download = (url: string, person?: Person) =>
  fetch(url, { headers: { ...(person && { Authorization: person.authorization }) } })

/** What is in a finished export. */
export const contentsOf = async (url: string, person: Person) =>
  unpack(Buffer.from(await (await download(url, person)).arrayBuffer()))
