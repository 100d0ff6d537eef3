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
  // common[i * width + j]: length of what before[i..] and after[j..] share.
  const common = new Uint16Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] =
        before[i] === after[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
    }
  }
  const steps: Step[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      steps.push(kept(after[j]!))
      i++
      j++
    } else if (
      j === after.length ||
      (i < before.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
    ) {
      steps.push(deleted(before[i++]!))
    } else steps.push(inserted(after[j++]!))
  }
  return steps
}

/**
 * Neighbouring words of one kind share a span; a tag ends it. MathML, which has no spans, is left
 * as it is: what people see of a formula stands behind it in HTML.
 */
function write(steps: readonly Step[]): string {
  let html = ''
  let run = ''
  let kind: Step['kind'] = 'kept'
  let inMath = false
  const close = () => {
    html += run.trim() === '' || kind === 'kept' ? run : span(kind, run)
    run = ''
  }
  for (const step of steps) {
    const isTag = step.piece.startsWith('<') && !isElement(step.piece)
    if (step.kind === 'deleted' && (isTag || inMath)) continue
    const marked = inMath ? 'kept' : step.kind
    if (isTag || marked !== kind) {
      close()
      kind = marked
    }
    if (isTag) {
      html += step.piece
      inMath = /^<math\b/.test(step.piece) || (inMath && step.piece !== '</math>')
    } else run += step.piece
  }
  close()
  return html
}

const span = (kind: Step['kind'], text: string): string =>
  `<span class="highlight_text_${kind}">${text}</span>`
