// Measures the rendering of typical messages.

import { pathToFileURL } from 'node:url'
import MarkdownIt from 'markdown-it'
import { renderMarkdown } from '../../src/text/markdown/markdown.ts'
import { organization, REALM_URL } from '../text/organization.ts'

/*
 * Rendering beside markdown-it's plain default, which knows no mentions, emoji or
 * bare URLs and so is the bare limit. Both render the same source in turns.
 */

export interface Row {
  name: string
  /** Messages per second. */
  ours: number
  bare: number
  ratio: number
}

/** The message of 150 characters that people write most: prose and one or two marks. */
const TYPICAL =
  'Thanks @**Mira Okafor**, the pump test ran *overnight* without leaks. I put the plot on ' +
  'https://ex.org/plots/42 and will check `valve_7` again tomorrow :tree:'

const PLAIN =
  'The pump test ran overnight without leaks, and nobody had to get up for it. I will put the ' +
  'numbers into the shared sheet and check the valve again tomorrow.'

const LONG = `# Report\n\n${`${TYPICAL}\n\n* ${PLAIN}\n* **done** by #**lab notes**\n\n`.repeat(12)}`

const SOURCES: [name: string, source: string][] = [
  ['typical message of 150 characters', TYPICAL],
  ['plain prose of 150 characters', PLAIN],
  [`report of ${LONG.length} characters`, LONG],
]

const ROUNDS = 7
const ROUND_MS = 150

export async function rows(): Promise<Row[]> {
  const plain = new MarkdownIt()
  return SOURCES.map(([name, source]) => {
    const ours = () => renderMarkdown(source, organization, { realmUrl: REALM_URL }).html.length
    const bare = () => plain.render(source).length
    // The best of several rounds in turns: what else runs on the machine only ever slows down.
    let [best, limit] = [0, 0]
    for (let round = 0; round < ROUNDS; round++) {
      limit = Math.max(limit, perSecond(bare))
      best = Math.max(best, perSecond(ours))
    }
    return { name, ours: Math.round(best), bare: Math.round(limit), ratio: best / limit }
  })
}

function perSecond(work: () => number): number {
  const started = performance.now()
  let count = 0
  let elapsed = 0
  do {
    for (let n = 0; n < 50; n++) work()
    count += 50
    elapsed = performance.now() - started
  } while (elapsed < ROUND_MS)
  return (count * 1000) / elapsed
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await rows())
