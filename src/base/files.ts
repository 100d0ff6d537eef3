import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { StorageError } from '../errors.ts'

type Parts = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

const DISK_PROBLEM = /^(ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE|EACCES|EPERM)$/

/** Files people brought, below one folder. Paths are ours: made from random names, with `/` in them. */
export class Files {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /**
   * Resolves when the file is on disk, so that a row may name it; where the parts fail, nothing of
   * it stays.
   * @throws StorageError where there is no room, for instance
   */
  async save(path: string, parts: Parts): Promise<void> {
    return this.#write(path, parts).catch((error) => {
      throw DISK_PROBLEM.test((error as { code?: string }).code ?? '')
        ? new StorageError('The server could not save this; its disk may be full.', {
            cause: error,
          })
        : error
    })
  }

  async #write(path: string, parts: Parts): Promise<void> {
    const file = this.locate(path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const unfinished = `${file}.part`
    const handle = await open(unfinished, 'w', 0o600)
    try {
      for await (const part of parts) await handle.writeFile(part)
      await handle.sync()
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
    await syncFolder(dirname(file))
  }

  /** undefined where there is none. */
  async read(path: string): Promise<Buffer | undefined> {
    return unlessMissing(() => readFile(this.locate(path)))
  }

  /** Names of what is in a folder; none where there is no folder. */
  async list(folder: string): Promise<string[]> {
    return (await unlessMissing(() => readdir(this.locate(folder)))) ?? []
  }

  /** When a file was written, in UNIX seconds; undefined where there is none. */
  async writtenAt(path: string): Promise<number | undefined> {
    const found = await unlessMissing(() => stat(this.locate(path)))
    return found && Math.floor(found.mtimeMs / 1000)
  }

  remove = (path: string): Promise<void> => rm(this.locate(path), { force: true })

  /** Where a file lies on disk. @throws Error for a path that leads out of the folder */
  locate(path: string): string {
    const file = join(this.#root, path)
    if (relative(this.#root, file).startsWith('..')) throw new Error('a path outside the folder')
    return file
  }
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

/** A new name is on disk only when its folder is. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
