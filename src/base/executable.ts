// What the executable carries beside Node, in one archive that build.mjs makes. One, because Node
// looks at the head of each of its own assets when it starts, which would bring all of them into
// memory.

import { createRequire } from 'node:module'
import { getRawAsset, isSea } from 'node:sea'
import { Script } from 'node:vm'
import { zstdDecompressSync } from 'node:zlib'

/** The archive's name among Node's assets. */
const ARCHIVE = 'archive'

/** Where a file begins behind the index, and how many bytes it has. */
type Place = [start: number, length: number]

type Run = (module: object, exports: object, require: NodeJS.Require) => void

/** Whether Hearth runs as the single executable, not from its source. */
export const isExecutable = isSea()

let places: Record<string, Place> | undefined

/**
 * The bytes of a file in the archive; they are part of the executable and must not change.
 * @throws Error when the executable carries no asset of this name
 */
export function carried(name: string): Buffer {
  const place = findPlace(name)
  if (!place) throw new Error(`The executable carries no ${name}`)
  return Buffer.from(getRawAsset(ARCHIVE), ...place)
}

/** A file that the archive holds compressed, as `<name>.zst`: its length in four bytes, then its content. */
export function unpackCarried(name: string): Buffer {
  const packed = carried(`${name}.zst`)
  // In one piece: to join pieces of 16 kB, as Node does by itself, takes longer than to decompress them.
  return zstdDecompressSync(packed.subarray(4), { chunkSize: packed.readUInt32LE() })
}

/**
 * Runs a program of the archive: a function of `module`, `exports` and `require`, in ASCII.
 * @returns what the program exports
 */
export const runCarried = (name: string): object => loadCarried(name)()

/**
 * Loads a program of the archive. Where that has V8's compiled code of it, little is compiled.
 * @returns what runs it, and returns what it exports
 */
export function loadCarried(name: string): () => object {
  const code = `${name}.code`
  // Text of one byte for each character takes half the memory of other text, for as long as it runs.
  const script = new Script(unpackCarried(name).toString('latin1'), {
    filename: name,
    ...(findPlace(`${code}.zst`) && { cachedData: unpackCarried(code) }),
  })
  return () => {
    const module = { exports: {} }
    const run = script.runInThisContext() as Run
    run(module, module.exports, createRequire(process.execPath))
    return module.exports
  }
}

function findPlace(name: string): Place | undefined {
  places ??= readIndex()
  return places[name]
}

/** The archive begins with the length of its index, then comes the index as JSON, then the files. */
function readIndex(): Record<string, Place> {
  const archive = getRawAsset(ARCHIVE)
  const length = new DataView(archive).getUint32(0, true)
  const index: Record<string, Place> = JSON.parse(Buffer.from(archive, 4, length).toString())
  for (const place of Object.values(index)) place[0] += 4 + length
  return index
}
