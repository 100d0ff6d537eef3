/** Which way up a photograph is: 1 as it stands, up to 8; undefined where it is not said. */
export function exifOrientation(content: Buffer): number | undefined {
  if (content.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined
  const tiff = content.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    const entries = short(directory)
    for (let entry = 0; entry < entries; entry++) {
      const at = directory + 2 + entry * ENTRY_LENGTH
      if (short(at) !== ORIENTATION) continue
      const value = short(at + 8)
      return value >= 1 && value <= 8 ? value : undefined
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

const ORIENTATION = 0x0112
const ENTRY_LENGTH = 12

/** A segment that says which way up, and nothing else. */
export function orientationOnly(orientation: number): Buffer {
  const header = Buffer.from('\xff\xe1\0\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01', 'latin1')
  const entry = Buffer.alloc(ENTRY_LENGTH)
  entry.writeUInt16BE(ORIENTATION, 0)
  // One number of 16 bits.
  entry.writeUInt16BE(3, 2)
  entry.writeUInt32BE(1, 4)
  entry.writeUInt16BE(orientation, 8)
  const noNextDirectory = Buffer.alloc(4)
  return Buffer.concat([header, entry, noNextDirectory])
}
