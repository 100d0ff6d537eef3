import type { Filter, Narrow, Page, Plan, Selected } from '../store/narrows.ts'
import type { Context } from './context.ts'
import { planFor } from './leads.ts'

/** A narrow of which, where there are alternatives, one list of filters must hold besides its own. */
export interface Selection extends Narrow {
  alternatives?: readonly (readonly Filter[])[]
}

/** IDs looked through at first, and how much further with each step. */
const FIRST_SPAN = 4096
const GROWTH = 4

/** Messages of a page in its direction: newest first when towards older. */
export function selectMessages(
  ctx: Context,
  { alternatives = [[]], ...narrow }: Selection,
  page: Page,
): Selected[] {
  const narrows = alternatives
    .map((filters) => ({ ...narrow, filters: [...narrow.filters, ...filters] }))
    .filter(({ filters }) => !filters.some(({ by, negated }) => by === 'nothing' && !negated))
  const plans = narrows.map((narrow) => planFor(ctx, narrow, page))
  if (plans.length === 1 && !plans[0]!.narrow.filters.some(isAboutText))
    return ctx.store.narrows.select(plans[0]!, page)
  return selectBySteps(ctx, plans, page)
}

const isAboutText = (filter: Filter): boolean =>
  filter.by === 'words' || (filter.by === 'any' && filter.of.some(isAboutText))

/**
 * Goes through the IDs step by step, each alternative within the step: one that has little to
 * give is not followed to its end while the others fill the page, and the text index lists only
 * what lies within the step.
 */
function selectBySteps(ctx: Context, plans: readonly Plan[], page: Page): Selected[] {
  const { narrows } = ctx.store
  const sign = page.towards === 'older' ? -1 : 1
  const inOrder = (a: number, b: number) => sign * (a - b)
  const found: Selected[] = []
  let { from } = page
  for (let span = FIRST_SPAN; found.length < page.limit; span *= GROWTH) {
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
  }
  return found.slice(0, page.limit)
}
