// Saves and reads uploaded files below one folder; a saved file is on disk, not only in a cache.

import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { StorageError } from '../errors.ts'
import { type Parts, writeInSteps } from './disk-steps.ts'

const DISK_PROBLEM = /^(ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE|EACCES|EPERM)$/

/** A file that came with a request. */
export interface SentFile {
  name: string
  /** The media type that the client says it is. */
  type: string
  bytes: Buffer
}

/** A folder of uploaded files. Paths are relative, made by us from random names, and may contain `/`. */
export class FileStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /**
   * Writes a file from its parts. Resolves when it is on disk, so that a row may name it; if a part
   * or the disk fails, the unfinished file is removed.
   * @throws StorageError when the disk is full or cannot be written
   */
  async save(path: string, parts: Parts): Promise<void> {
    return this.#write(path, parts).catch(explainDiskProblem)
  }

  /**
   * Opens a file without a name, for bytes that are needed only for a while. It is gone when it is
   * closed or the process ends.
   * @throws StorageError
   */
  async openUnnamed(): Promise<UnnamedFile> {
    try {
      await mkdir(this.#root, { recursive: true, mode: 0o700 })
      const path = this.locate(`${randomUUID()}.part`)
      const handle = await open(path, 'wx+', 0o600)
      await rm(path)
      return new UnnamedFile(handle)
    } catch (error) {
      return explainDiskProblem(error)
    }
  }

  async #write(path: string, parts: Parts): Promise<void> {
    const file = this.locate(path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const unfinished = `${file}.part`
    const handle = await open(unfinished, 'w', 0o600)
    try {
      await writeInSteps(handle, parts)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
    await syncFolder(dirname(file))
  }

  /** The content of a file; undefined if it does not exist. */
  async read(path: string): Promise<Buffer | undefined> {
    return unlessMissing(() => readFile(this.locate(path)))
  }

  /** Names of the files in a folder; empty if the folder does not exist. */
  async list(folder: string): Promise<string[]> {
    return (await unlessMissing(() => readdir(this.locate(folder)))) ?? []
  }

  /** When a file was written, in UNIX seconds; undefined if it does not exist. */
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

/** Holds bytes outside of memory. */
export class UnnamedFile {
  readonly #handle: FileHandle
  size = 0

  constructor(handle: FileHandle) {
    this.#handle = handle
  }

  /** @throws StorageError when the disk is full or cannot be written */
  async append(bytes: Uint8Array): Promise<void> {
    this.size += bytes.length
    await this.#handle.writeFile(bytes).catch(explainDiskProblem)
  }

  /** Everything that was appended. */
  async read(): Promise<Buffer<ArrayBuffer>> {
    const bytes = Buffer.alloc(this.size)
    let at = 0
    while (at < bytes.length) {
      const { bytesRead } = await this.#handle.read(bytes, at, bytes.length - at, at)
      if (bytesRead === 0) throw new StorageError('The server could not read what it had saved.')
      at += bytesRead
    }
    return bytes
  }

  close = (): Promise<void> => this.#handle.close()
}

function explainDiskProblem(error: unknown): never {
  throw DISK_PROBLEM.test((error as { code?: string }).code ?? '')
    ? new StorageError('The server could not save this; its disk may be full.', { cause: error })
    : error
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

/** Flushes a folder: the name of a new file is on disk only after its folder is. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
