// Patterns that become links in messages and topics.

import { refuse } from '../../errors.ts'
import type { Capability } from '../../events/types/client-format.ts'
import type { Linkifier } from '../../store/tables/linkifiers.ts'
import { compileLinkifier, type LinkifierSource, linkifierProblem } from '../../text/linkifiers.ts'
import type * as Text from '../../text/markdown/lookup.ts'
import { urlTemplateVariables } from '../../text/url-templates.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { derived } from '../kernel/derived.ts'

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

/** Compiling is slow and messages are many. */
export const activeLinkifiers = derived<readonly Text.CompiledLinkifier[]>(
  (ctx) => ctx.store.linkifiers.version(),
  (ctx) =>
    ctx.store.linkifiers
      .all()
      .map(({ pattern, url_template }) => compileLinkifier({ pattern, urlTemplate: url_template })),
)

/** @returns its ID */
export const createLinkifier = (ctx: App, request: LinkifierRequest): Promise<number> =>
  change(ctx, (tx) => {
    check(tx, request)
    return tx.store.linkifiers.create(rowOf(request))
  })

/** Changes the given properties. */
export const changeLinkifier = (
  ctx: App,
  id: number,
  request: { [K in keyof LinkifierRequest]?: LinkifierRequest[K] | undefined },
) =>
  change(ctx, (tx) => {
    const passed = Object.entries(request).filter(([, value]) => value !== undefined)
    const changed = { ...describe(findLinkifier(tx, id)), ...Object.fromEntries(passed) }
    check(tx, changed, id)
    tx.store.linkifiers.save({ id, ...rowOf(changed) })
  })

/** DELETE /realm/filters/{id}. @throws RequestError for an unknown ID */
export const removeLinkifier = (ctx: App, id: number) =>
  change(ctx, (tx) => {
    findLinkifier(tx, id)
    tx.store.linkifiers.remove(id)
  })

/** PATCH /realm/linkifiers. @param order IDs of all, the first to apply first */
export const orderLinkifiers = (ctx: App, order: readonly number[]) =>
  change(ctx, (tx) => {
    const ids = tx.store.linkifiers.all().map(({ id }) => id)
    if (order.length !== ids.length || !ids.every((id) => order.includes(id))) {
      refuse('BAD_REQUEST', 'The ordered list must enumerate all existing linkifiers exactly once')
    }
    for (const [position, id] of order.entries()) tx.store.linkifiers.place(id, position)
  })

const change = <T>(ctx: App, work: (tx: Tx) => T): Promise<T> =>
  ctx.commit((tx) => {
    const outcome = work(tx)
    emitLinkifiers(tx)
    return outcome
  })

function emitLinkifiers(tx: Tx) {
  tx.emit({ type: 'realm_linkifiers', realm_linkifiers: listLinkifiers(tx) }, 'everyone')
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
  // An empty field means that there is no example.
  example_input: example_input || null,
  reverse_template: reverse_template || null,
  alternative_url_templates: JSON.stringify(alternative_url_templates),
})

/** Validates a linkifier. @param id the one that is changed; undefined for a new one */
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
