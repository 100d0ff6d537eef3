import { nextTurn } from '../base/jobs.ts'
import type { Filter, Narrow, Page, Plan, Selected } from '../store/narrows.ts'
import type { Context } from './context.ts'
import { planFor } from './leads.ts'

/** A narrow of which, where there are alternatives, one list of filters must hold besides its own. */
export interface Selection extends Narrow {
  alternatives?: readonly (readonly Filter[])[]
}

/** IDs looked through at first, and how much further with each step that was quick. */
const FIRST_SPAN = 4096
const GROWTH = 4
const QUICK_MS = 5

/** Work in steps; between two of them others may go ahead. */
export type Steps<T> = Generator<void, T>

/** Does all steps now. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Does the first step now, and where that is not all, the others in turn with the server's other work. */
export function inTurns<T>(steps: Steps<T>): T | Promise<T> {
  const { done, value } = steps.next()
  return done ? value : goOn(steps)
}

async function goOn<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    await nextTurn()
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Messages of a page in its direction: newest first when towards older. */
export function* selectMessages(
  ctx: Context,
  { alternatives = [[]], ...narrow }: Selection,
  page: Page,
): Steps<Selected[]> {
  const narrows = alternatives
    .map((filters) => ({ ...narrow, filters: [...narrow.filters, ...filters] }))
    .filter(({ filters }) => !filters.some(({ by, negated }) => by === 'nothing' && !negated))
  const plans = narrows.map((narrow) => planFor(ctx, narrow, page))
  if (plans.length === 1 && !plans[0]!.narrow.filters.some(isAboutText))
    return ctx.store.narrows.select(plans[0]!, page)
  return yield* selectBySteps(ctx, plans, page)
}

const isAboutText = (filter: Filter): boolean =>
  filter.by === 'words' || (filter.by === 'any' && filter.of.some(isAboutText))

/**
 * Goes through the IDs step by step, each alternative within the step: one that has little to
 * give is not followed to its end while the others fill the page, and the text index lists only
 * what lies within the step. The messages of common words that are not next to each other may all
 * have to be looked at.
 */
function* selectBySteps(ctx: Context, plans: readonly Plan[], page: Page): Steps<Selected[]> {
  const { narrows } = ctx.store
  const sign = page.towards === 'older' ? -1 : 1
  const inOrder = (a: number, b: number) => sign * (a - b)
  const found: Selected[] = []
  let { from } = page
  let span = FIRST_SPAN
  while (found.length < page.limit) {
    const started = performance.now()
    const ahead = plans.flatMap((plan) => {
      const first = narrows.listed(plan.narrow, plan.lead, { ...page, from }, 0)
      return first === undefined ? [] : [{ plan, first }]
    })
    const start = ahead.map(({ first }) => first).sort(inOrder)[0]
    if (start === undefined) break
    const until = Math.max(0, start + sign * span)
    const step = new Map<number, Selected>()
    for (const { plan, first } of ahead) {
      if (inOrder(first, until) > 0) continue
      for (const row of narrows.select(plan, { ...page, from: first, until })) step.set(row.id, row)
    }
    found.push(...[...step.values()].sort((a, b) => inOrder(a.id, b.id)))
    if (until === 0) break
    from = until + sign
    if (performance.now() - started < QUICK_MS) span *= GROWTH
    else yield
  }
  return found.slice(0, page.limit)
}

/** Those of the listed messages that a narrow admits, ascending. */
export function selectListed(ctx: Context, narrow: Selection, ids: readonly number[]): Selected[] {
  const listed = { by: 'messages', ids, negated: false } as const
  const filters = [...narrow.filters, listed]
  const page = { from: 0, towards: 'newer', limit: ids.length } as const
  return atOnce(selectMessages(ctx, { ...narrow, filters }, page))
}

export const idsOf = (rows: readonly Selected[]): number[] => rows.map(({ id }) => id)
