// Long messages, and those with formulas, are rendered before the transaction that stores them, some
// milliseconds at a time: inside of it, all that shares the commit would wait. What was rendered is taken there
// if everything that it was told of the organization is still so.

import { isDeepStrictEqual } from 'node:util'
import { inTurns } from '../../base/jobs.ts'
import type { Lookup } from '../../text/markdown/lookup.ts'
import { type Rendered, renderInSteps } from '../../text/markdown/markdown.ts'
import type { RenderOptions } from '../../text/markdown/options.ts'
import type { Context } from '../kernel/context.ts'

/** Characters of a message that is rendered ahead; shorter ones take a few milliseconds at most. */
const LONG = 2000

/**
 * Characters of HTML that wait for their transactions. Beyond, the oldest are dropped, and rendered there; so
 * are those whose request was refused meanwhile.
 */
const MOST_WAITING = 4 * 1024 * 1024

/** What a text was rendered with. */
export interface RenderingTask {
  authorId: number
  source: string
  lookup: Lookup
  options: Partial<RenderOptions>
}

/** A question of the renderer, and what it was told. */
interface Look {
  ask: (lookup: Lookup) => unknown
  answer: unknown
}

interface Ahead {
  rendered: Rendered
  looks: readonly Look[]
  options: Partial<RenderOptions>
}

/** By server, the oldest first. */
const kept = new WeakMap<object, Map<string, Ahead>>()

const keptOf = ({ server }: Context): Map<string, Ahead> => {
  const known = kept.get(server) ?? new Map<string, Ahead>()
  kept.set(server, known)
  return known
}

const keyOf = (authorId: number, source: string) => `${authorId} ${source}`

export const isLong = (source: string): boolean => source.length >= LONG

/** Renders a long message and keeps the result for `takeRendering`. @throws UnrenderableMessage */
export async function renderAhead(ctx: Context, task: RenderingTask): Promise<void> {
  const { authorId, source, options } = task
  const looks: Look[] = []
  const rendered = await inTurns(renderInSteps(source, recording(task.lookup, looks), options))
  const renderings = keptOf(ctx)
  const key = keyOf(authorId, source)
  renderings.delete(key)
  renderings.set(key, { rendered, looks, options })
  dropOldest(renderings)
}

function dropOldest(renderings: Map<string, Ahead>) {
  let characters = 0
  for (const [key, { rendered }] of [...renderings].reverse()) {
    characters += rendered.html.length
    if (characters > MOST_WAITING) renderings.delete(key)
  }
}

/**
 * What was rendered ahead, once; undefined if nothing was, or if it would be rendered otherwise now.
 * @param present makes the task that would do it now
 */
export function takeRendering(
  ctx: Context,
  authorId: number,
  source: string,
  present: () => RenderingTask,
): Rendered | undefined {
  const renderings = keptOf(ctx)
  // Most messages are rendered where they are stored.
  if (renderings.size === 0) return undefined
  const key = keyOf(authorId, source)
  const ahead = renderings.get(key)
  if (!ahead) return undefined
  renderings.delete(key)
  const task = present()
  const isSame =
    JSON.stringify(ahead.options) === JSON.stringify(task.options) &&
    ahead.looks.every(({ ask, answer }) => isDeepStrictEqual(ask(task.lookup), answer))
  return isSame ? ahead.rendered : undefined
}

/** The same lookup, which notes what it is asked and what it answers. */
function recording(lookup: Lookup, looks: Look[]): Lookup {
  const record =
    <Key extends keyof Lookup>(key: Key) =>
    (...asked: unknown[]) => {
      const ask = (one: Lookup) => (one[key] as (...asked: unknown[]) => unknown)(...asked)
      const answer = ask(lookup)
      looks.push({ ask, answer })
      return answer
    }
  const keys = Object.keys(lookup) as (keyof Lookup)[]
  return Object.fromEntries(keys.map((key) => [key, record(key)])) as unknown as Lookup
}
