// Writes a compressed archive to disk, one entry after the other.

import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Pack } from 'tar-stream'
import type { FileStore } from '../../base/files.ts'

/** A file of an archive: its bytes, or where it lies on the disk. */
export type ArchiveEntry = { name: string } & ({ bytes: Buffer } | { location: string })

/**
 * Writes a compressed archive with one entry in memory at a time. The file appears when it is
 * complete; if an entry fails, nothing is left.
 */
export async function writeArchive(
  files: FileStore,
  path: string,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<void> {
  // Loaded on demand: few servers ever export.
  const { pack: newPack } = await import('tar-stream')
  const pack = newPack()
  const gzip = createGzip()
  const fill = async () => {
    try {
      for await (const entry of entries) await add(pack, entry)
      pack.finalize()
    } catch (error) {
      pack.destroy(error as Error)
      throw error
    }
  }
  const saved = files.save(path, gzip)
  await Promise.allSettled([fill(), pipeline(pack, gzip), saved])
  // The first error of any part is thrown here.
  await saved
}

async function add(pack: Pack, entry: ArchiveEntry): Promise<void> {
  if (!('bytes' in entry)) return addFile(pack, entry)
  const { name, bytes } = entry
  return new Promise((resolve, reject) => {
    pack.entry({ name }, bytes, (error) => (error ? reject(error) : resolve()))
  })
}

/** A file that was deleted meanwhile is left out. */
async function addFile(pack: Pack, { name, location }: { name: string; location: string }) {
  const file = await open(location).catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!file) return
  try {
    const { size } = await file.stat()
    const done = Promise.withResolvers<void>()
    const entry = pack.entry({ name, size }, (error) =>
      error ? done.reject(error) : done.resolve(),
    )
    await pipeline(file.createReadStream({ autoClose: false }), entry)
    await done.promise
  } finally {
    await file.close()
  }
}
