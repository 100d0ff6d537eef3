// The sounds of notifications under the names that clients know, made from sine waves when asked for.

/** Samples a second: enough for tones up to 8 kHz. */
const RATE = 16_000

/** One tone of a sound; times in seconds. */
interface Tone {
  /** Hertz at the start; it glides to `to`, where there is one. */
  hertz: number
  to?: number
  at: number
  lasts: number
  /** How fast it fades: 1 keeps its loudness nearly to the end, 8 is a bell that was struck. */
  decay: number
  /** Loudness of partials, as multiples of the frequency: [2, 0.3] adds an octave. */
  partials?: readonly (readonly [multiple: number, loudness: number])[]
}

/** Partials of a bell, which are no whole multiples. */
const BELL = [
  [2.76, 0.35],
  [5.4, 0.15],
] as const

const SOUNDS: Record<string, readonly Tone[]> = {
  ascend: [523, 659, 784, 1047].map((hertz, n) => ({ hertz, at: n * 0.1, lasts: 0.2, decay: 4 })),
  beep_boop: [
    { hertz: 988, at: 0, lasts: 0.13, decay: 1 },
    { hertz: 587, at: 0.17, lasts: 0.2, decay: 1 },
  ],
  bink: [{ hertz: 1760, at: 0, lasts: 0.18, decay: 7, partials: BELL }],
  bleep: [{ hertz: 700, to: 1400, at: 0, lasts: 0.22, decay: 2 }],
  bong: [{ hertz: 196, at: 0, lasts: 0.6, decay: 4, partials: BELL }],
  ding: [{ hertz: 1047, at: 0, lasts: 0.6, decay: 5, partials: BELL }],
  notification: [
    { hertz: 880, at: 0, lasts: 0.3, decay: 5, partials: [[2, 0.3]] },
    { hertz: 1175, at: 0.14, lasts: 0.42, decay: 5, partials: [[2, 0.3]] },
  ],
  zulip: [
    { hertz: 659, at: 0, lasts: 0.3, decay: 5, partials: [[2, 0.25]] },
    { hertz: 988, at: 0.12, lasts: 0.45, decay: 5, partials: [[2, 0.25]] },
  ],
}

/** Names of the sounds, for `available_notification_sounds`. */
export const NOTIFICATION_SOUNDS: readonly string[] = Object.keys(SOUNDS)

const made = new Map<string, Buffer>()

/** @returns a WAV file of 20 kB at most; undefined for a name that no sound has */
export function notificationSound(name: string): Buffer | undefined {
  const tones = Object.hasOwn(SOUNDS, name) ? SOUNDS[name] : undefined
  if (tones === undefined) return undefined
  const sound = made.get(name) ?? wavOf(tones)
  made.set(name, sound)
  return sound
}

function wavOf(tones: readonly Tone[]): Buffer {
  const length = Math.ceil(RATE * Math.max(...tones.map(({ at, lasts }) => at + lasts)))
  const samples = new Float64Array(length)
  for (const tone of tones) addTone(samples, tone)
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + 2 * length, 4)
  header.write('WAVEfmt ', 8)
  // 16 bytes of format: PCM, one channel, its rates, two bytes a sample of 16 bits.
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(2 * RATE, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(2 * length, 40)
  const data = Buffer.alloc(2 * length)
  samples.forEach((sample, n) => {
    data.writeInt16LE(Math.round((sample / loudest) * 0.6 * 32_767), 2 * n)
  })
  return Buffer.concat([header, data])
}

function addTone(samples: Float64Array, { hertz, to = hertz, at, lasts, decay, partials }: Tone) {
  const start = Math.round(at * RATE)
  const end = Math.min(samples.length, start + Math.round(lasts * RATE))
  let turns = 0
  for (let n = start; n < end; n++) {
    const part = (n - start) / (end - start)
    turns += (hertz + (to - hertz) * part) / RATE
    // Rises within 5 ms and falls to nothing, for an edge would click.
    const loudness =
      Math.min(1, (n - start) / (0.005 * RATE)) * Math.exp(-decay * part) * (1 - part)
    let wave = Math.sin(2 * Math.PI * turns)
    for (const [multiple, share] of partials ?? [])
      wave += share * Math.sin(2 * Math.PI * turns * multiple)
    samples[n] = samples[n]! + loudness * wave
  }
}
