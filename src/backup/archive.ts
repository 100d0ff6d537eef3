// The format of a backup: a tar compressed with zstd, and how it is written, read and verified.
//
//   hearth.db       the database, consistent as of one moment
//   secret.key      what API keys and sessions follow from
//   tls/…           keys and certificates, the server's own authority among them
//   uploads/…       every file that people uploaded
//   manifest.json   comes last: SHA-256 and size of all of these, and of which version they are

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { extract, type Header, pack as newPack, type Pack } from 'tar-stream'
import { StartError } from '../errors.ts'
import { writePaced } from './pace.ts'

export const MANIFEST = 'manifest.json'

const FORMAT = 1

/** A manifest names each file in some 150 bytes; no folder has millions of files. */
const MAX_MANIFEST_BYTES = 1 << 30

export interface FileFacts {
  /** Path in the archive and in the data folder. */
  path: string
  bytes: number
  sha256: string
}

export interface Manifest {
  format: number
  /** Version of the Hearth that made the backup. */
  hearth: string
  /** Version of the database's schema. */
  schema: number
  /** UNIX seconds of the moment the backup shows. */
  taken_at: number
  organization: string | null
  files: FileFacts[]
}

/**
 * Writes an archive, for its owner only.
 * @param files paths in the archive, and where each file lies
 */
export async function writeBackupArchive(
  file: string,
  files: AsyncIterable<{ path: string; location: string }>,
  facts: Omit<Manifest, 'format' | 'files'>,
): Promise<Manifest> {
  const pack = newPack()
  const written = pipeline(pack, createZstdCompress(), (parts: AsyncIterable<Uint8Array>) =>
    writePaced(file, parts),
  )
  const manifest: Manifest = { format: FORMAT, ...facts, files: [] }
  const fill = async () => {
    try {
      for await (const { path, location } of files) {
        const added = await addFile(pack, path, location)
        if (added) manifest.files.push(added)
      }
      await addText(pack, MANIFEST, JSON.stringify(manifest, null, 1))
      pack.finalize()
    } catch (error) {
      pack.destroy(error as Error)
      throw error
    }
  }
  const [filled, stored] = await Promise.allSettled([fill(), written])
  for (const end of [filled, stored]) if (end.status === 'rejected') throw end.reason
  return manifest
}

/** @returns undefined for a file that was deleted meanwhile */
async function addFile(pack: Pack, path: string, location: string) {
  const handle = await open(location).catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!handle) return undefined
  try {
    const { size } = await handle.stat()
    const hash = createHash('sha256')
    const entry = entryOf(pack, { name: path, size, mode: 0o600 })
    const content = handle.createReadStream({ autoClose: false, end: Math.max(0, size - 1) })
    await pipeline(size === 0 ? Readable.from([]) : content, hashing(hash), entry.stream)
    await entry.done
    return { path, bytes: size, sha256: hash.digest('hex') }
  } finally {
    await handle.close()
  }
}

async function addText(pack: Pack, name: string, text: string) {
  const bytes = Buffer.from(text)
  const { stream, done } = entryOf(pack, { name, size: bytes.length, mode: 0o600 })
  stream.end(bytes)
  await done
}

function entryOf(pack: Pack, header: Partial<Header> & { name: string }) {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  const stream = pack.entry(header, (error) => (error ? reject(error) : resolve()))
  return { stream, done }
}

const hashing = (hash: ReturnType<typeof createHash>) =>
  new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })

/**
 * Reads an archive and compares every file with the manifest.
 * @param folder where the files are put; undefined: they are only read
 * @throws StartError where the archive is damaged, incomplete or no backup of Hearth
 */
export async function readArchive(file: string, folder?: string): Promise<Manifest> {
  const reader = extract()
  const found = new Map<string, FileFacts>()
  let manifest: Manifest | undefined
  const source = createReadStream(file)
  const unpacked = pipeline(source, createZstdDecompress(), reader)
  const read = async () => {
    for await (const entry of reader) {
      const { name } = entry.header
      const content = entry as AsyncIterable<Uint8Array>
      if (name === MANIFEST) manifest = readManifest(file, await textOf(content))
      else found.set(name, await takeFile(content, name, folder && locationIn(folder, name)))
    }
  }
  const [ended, stored] = await Promise.allSettled([read(), unpacked])
  for (const end of [ended, stored]) {
    if (end.status === 'rejected') throw explain(file, end.reason)
  }
  if (!manifest)
    throw new StartError(`${file} is not a whole backup: its list of files is missing.`)
  compare(file, manifest, found)
  return manifest
}

/** Reads one file of the archive to its end, and writes it where it belongs. */
async function takeFile(
  entry: AsyncIterable<Uint8Array>,
  path: string,
  location: string | undefined,
): Promise<FileFacts> {
  const hash = createHash('sha256')
  let bytes = 0
  if (location !== undefined) await mkdir(dirname(location), { recursive: true, mode: 0o700 })
  const file = location === undefined ? undefined : await open(location, 'wx', 0o600)
  try {
    for await (const part of entry) {
      hash.update(part)
      bytes += part.length
      await file?.writeFile(part)
    }
    await file?.sync()
  } finally {
    await file?.close()
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

/** @throws StartError for a path that leads out of the folder or does not belong into a data folder */
function locationIn(folder: string, path: string): string {
  if (normalize(path) !== path || !/^(hearth\.db|secret\.key|(tls|uploads)\/[^.].*)$/.test(path)) {
    throw new StartError(`The backup has a file ${JSON.stringify(path)}, which no backup has.`)
  }
  return join(folder, path)
}

async function textOf(entry: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of entry) {
    size += part.length
    if (size > MAX_MANIFEST_BYTES) throw new StartError('The list of files is too long.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function readManifest(file: string, text: string): Manifest {
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format > FORMAT) {
    throw new StartError(
      `${file} was made by a newer Hearth (${manifest.hearth}). Restore it with that version.`,
    )
  }
  return manifest
}

function compare(file: string, manifest: Manifest, found: ReadonlyMap<string, FileFacts>) {
  for (const { path, bytes, sha256 } of manifest.files) {
    const real = found.get(path)
    if (!real) throw new StartError(`${file} is damaged: ${path} is missing.`)
    if (real.bytes !== bytes || real.sha256 !== sha256)
      throw new StartError(`${file} is damaged: ${path} is not what was saved.`)
  }
}

function explain(file: string, error: unknown): unknown {
  const { code = '', message } = error as { code?: string; message: string }
  if (code === 'ENOENT') return new StartError(`${file} does not exist.`)
  if (/^(ZSTD|ERR_BUFFER|ERR_STREAM_PREMATURE|Z_)/.test(code) || /tar|header|JSON/i.test(message))
    return new StartError(`${file} is damaged or not a backup of Hearth (${message}).`)
  return error
}
