import { refuse } from '../errors.ts'
import type { Capability } from '../events/client-shape.ts'
import type { Linkifier } from '../store/linkifiers.ts'
import { compileLinkifier, type LinkifierSource, linkifierProblem } from '../text/linkifiers.ts'
import type * as Text from '../text/lookup.ts'
import { urlTemplateVariables } from '../text/url-templates.ts'
import type { Context } from './context.ts'
import type { Emit } from './unit-of-work.ts'

export interface LinkifierRequest {
  pattern: string
  url_template: string
  example_input: string | null
  reverse_template: string | null
  alternative_url_templates: readonly string[]
}

const describe = ({ alternative_url_templates, ...linkifier }: Linkifier) => ({
  ...linkifier,
  alternative_url_templates: JSON.parse(alternative_url_templates) as string[],
})

/** In the order in which they apply. */
export const listLinkifiers = (ctx: Context) => ctx.store.linkifiers.all().map(describe)

/** Section realm_linkifiers: nothing for clients that do not know URL templates. */
export const linkifierSection = (
  ctx: Context,
  { capabilities }: { capabilities: ReadonlySet<Capability> },
) => ({
  realm_linkifiers: capabilities.has('linkifier_url_template') ? listLinkifiers(ctx) : [],
})

/** Compiling is slow and messages are many, so it is done once and again after a change. */
const compiled = new WeakMap<Context, readonly Text.Linkifier[]>()

export function activeLinkifiers(ctx: Context): readonly Text.Linkifier[] {
  const known = compiled.get(ctx)
  if (known) return known
  const linkifiers = ctx.store.linkifiers
    .all()
    .map(({ pattern, url_template }) => compileLinkifier({ pattern, urlTemplate: url_template }))
  compiled.set(ctx, linkifiers)
  return linkifiers
}

/** @returns its ID */
export const createLinkifier = (ctx: Context, request: LinkifierRequest): Promise<number> =>
  change(ctx, () => {
    check(ctx, request)
    return ctx.store.linkifiers.create(rowOf(request))
  })

/** What is not passed stays. */
export const changeLinkifier = (
  ctx: Context,
  id: number,
  request: { [K in keyof LinkifierRequest]?: LinkifierRequest[K] | undefined },
) =>
  change(ctx, () => {
    const passed = Object.entries(request).filter(([, value]) => value !== undefined)
    const changed = { ...describe(findLinkifier(ctx, id)), ...Object.fromEntries(passed) }
    check(ctx, changed, id)
    ctx.store.linkifiers.save({ id, ...rowOf(changed) })
  })

export const removeLinkifier = (ctx: Context, id: number) =>
  change(ctx, () => {
    findLinkifier(ctx, id)
    ctx.store.linkifiers.remove(id)
  })

/** PATCH /realm/linkifiers. @param order IDs of all, the first to apply first */
export const orderLinkifiers = (ctx: Context, order: readonly number[]) =>
  change(ctx, () => {
    const ids = ctx.store.linkifiers.all().map(({ id }) => id)
    if (order.length !== ids.length || !ids.every((id) => order.includes(id))) {
      refuse('BAD_REQUEST', 'The ordered list must hold every linkifier exactly once.')
    }
    for (const [position, id] of order.entries()) ctx.store.linkifiers.place(id, position)
  })

async function change<T>(ctx: Context, work: () => T): Promise<T> {
  try {
    return await ctx.commit((emit) => {
      const outcome = work()
      compiled.delete(ctx)
      ctx.messageCache.forgetAll()
      tellAll(ctx, emit)
      return outcome
    })
  } finally {
    // Others may have compiled, in the same transaction, what then did not reach the disk.
    compiled.delete(ctx)
  }
}

function tellAll(ctx: Context, emit: Emit) {
  emit({ type: 'realm_linkifiers', realm_linkifiers: listLinkifiers(ctx) }, 'everyone')
}

const findLinkifier = (ctx: Context, id: number) =>
  ctx.store.linkifiers.find(id) ?? refuse('BAD_REQUEST', 'Linkifier not found.')

const rowOf = ({
  pattern,
  url_template,
  example_input,
  reverse_template,
  alternative_url_templates,
}: LinkifierRequest) => ({
  pattern,
  url_template,
  // Nothing typed is nothing given.
  example_input: example_input || null,
  reverse_template: reverse_template || null,
  alternative_url_templates: JSON.stringify(alternative_url_templates),
})

/** @param id of the one that is changed; undefined for a new one */
function check(ctx: Context, request: LinkifierRequest, id?: number) {
  const source = { pattern: request.pattern, urlTemplate: request.url_template }
  const problem = linkifierProblem(source)
  if (problem !== undefined) {
    refuseField(problem.startsWith('Bad regular') ? 'pattern' : 'url_template', problem)
  }
  const holder = ctx.store.linkifiers.withPattern(request.pattern)
  if (holder !== undefined && holder !== id) {
    refuseField('pattern', 'A linkifier with this pattern already exists.')
  }
  const groups = urlTemplateVariables(request.url_template)!
  for (const template of request.alternative_url_templates) {
    const variables = urlTemplateVariables(template)
    if (!variables?.every((name) => groups.includes(name))) {
      refuseField('alternative_url_templates', 'Invalid URL template.')
    }
  }
  checkExample(request, source, groups)
}

function checkExample(
  { example_input, reverse_template }: LinkifierRequest,
  source: LinkifierSource,
  groups: readonly string[],
) {
  if (example_input && compileLinkifier(source).matches(example_input).length === 0) {
    refuseField('example_input', 'The example does not match the pattern.')
  }
  if (!reverse_template) return
  if (!example_input) {
    refuseField('example_input', 'A reverse template needs an example input.')
  }
  const names = [...reverse_template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!)
  if (!names.every((name) => groups.includes(name))) {
    refuseField('reverse_template', 'The reverse template names a group the pattern lacks.')
  }
}

function refuseField(field: keyof LinkifierRequest, problem: string): never {
  refuse('BAD_REQUEST', problem, { errors: { [field]: [problem] } })
}
