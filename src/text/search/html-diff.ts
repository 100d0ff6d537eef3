/*
 * What changed between two renderings of a message. Both are our own output,
 * where `<` only ever begins a tag. Tags of the older one are left out, so that
 * the result nests as the newer one does.
 */

/** A link or a mention without tags inside is one word; a tag, a word and blanks are pieces. */
const ELEMENT =
  '<a [^<>]*>[^<]*</a>|<span [^<>]*class="(?:user|user-group|topic)-mention[^<>]*>[^<]*</span>'
const PIECE = new RegExp(`${ELEMENT}|<[^<>]*>|[^<\\s]+|\\s+`, 'g')

const isElement = (piece: string): boolean => /^<[^>]*>[^<]*<\/[^>]*>$/.test(piece)

type Step = { kind: 'kept' | 'inserted' | 'deleted'; piece: string }

/**
 * The newer HTML with everything new in spans of class `highlight_text_inserted`, and what is gone
 * in spans of class `highlight_text_deleted`.
 *
 * @param work pairs of words that may be compared; beyond it the changed part counts as all new
 */
export function htmlDiff(older: string, newer: string, work = 1_000_000): string {
  const before = older.match(PIECE) ?? []
  const after = newer.match(PIECE) ?? []
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let same = 0
  while (
    same < before.length - start &&
    same < after.length - start &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  )
    same++
  const steps: Step[] = [
    ...after.slice(0, start).map(kept),
    ...compare(
      before.slice(start, before.length - same),
      after.slice(start, after.length - same),
      work,
    ),
    ...after.slice(after.length - same).map(kept),
  ]
  return write(steps)
}

const kept = (piece: string): Step => ({ kind: 'kept', piece })
const inserted = (piece: string): Step => ({ kind: 'inserted', piece })
const deleted = (piece: string): Step => ({ kind: 'deleted', piece })

/** The fewest steps from one list to the other: their longest common subsequence is kept. */
function compare(before: readonly string[], after: readonly string[], work: number): Step[] {
  if (before.length * after.length > work) return [...before.map(deleted), ...after.map(inserted)]
  const width = after.length + 1
  const common = commonLengths(before, after)
  const steps: Step[] = []
  let i = 0
  let j = 0
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      steps.push(kept(after[j++]!))
      i++
    } else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) {
      steps.push(deleted(before[i++]!))
    } else steps.push(inserted(after[j++]!))
  }
  return [...steps, ...before.slice(i).map(deleted), ...after.slice(j).map(inserted)]
}

/**
 * A table of `before.length + 1` rows and `after.length + 1` columns: row i, column j is the length
 * of the longest common subsequence of before[i..] and after[j..].
 */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array {
  const width = after.length + 1
  const common = new Uint16Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] =
        before[i] === after[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
    }
  }
  return common
}

/** Neighbouring words of one kind share a span; a tag ends it. */
function write(steps: readonly Step[]): string {
  let html = ''
  let run = ''
  let runKind: Step['kind'] = 'kept'
  const endRun = () => {
    html += run.trim() === '' || runKind === 'kept' ? run : span(runKind, run)
    run = ''
  }
  for (const { kind, piece } of shownSteps(steps)) {
    if (kind !== runKind) endRun()
    runKind = kind
    run += piece
  }
  endRun()
  return html
}

/**
 * The steps as they are shown: tags are not marked, and those of the older HTML are left out. The
 * same goes for MathML, which has no spans: people see a formula in the HTML that follows it.
 */
function* shownSteps(steps: readonly Step[]): Generator<Step> {
  let inMath = false
  for (const { kind, piece } of steps) {
    const isTag = piece.startsWith('<') && !isElement(piece)
    if (kind === 'deleted' && (isTag || inMath)) continue
    yield isTag || inMath ? kept(piece) : { kind, piece }
    if (isTag) inMath = /^<math\b/.test(piece) || (inMath && piece !== '</math>')
  }
}

const span = (kind: Step['kind'], text: string): string =>
  `<span class="highlight_text_${kind}">${text}</span>`
