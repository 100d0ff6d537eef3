import { refuse } from '../errors.ts'
import type { Playground } from '../store/playgrounds.ts'
import { urlTemplateVariables } from '../text/url-templates.ts'
import type { Context } from './context.ts'
import type { Emit } from './unit-of-work.ts'

export const listPlaygrounds = (ctx: Context): Playground[] => ctx.store.playgrounds.all()

const LANGUAGE = /^[A-Za-z0-9 _+\-./#]{1,40}$/

/** @returns its ID */
export const createPlayground = (ctx: Context, asked: Omit<Playground, 'id'>): Promise<number> =>
  ctx.commit((emit) => {
    const pygments_language = asked.pygments_language.trim()
    if (!LANGUAGE.test(pygments_language)) {
      refuse('BAD_REQUEST', 'Invalid characters in pygments language')
    }
    const variables = urlTemplateVariables(asked.url_template)
    if (variables === undefined) refuse('BAD_REQUEST', 'Invalid URL template.')
    if (variables.length !== 1 || variables[0] !== 'code') {
      refuse('BAD_REQUEST', 'The URL template must contain exactly one variable, named "code".')
    }
    const id = ctx.store.playgrounds.create({ ...asked, pygments_language })
    if (id === undefined) {
      refuse('BAD_REQUEST', 'A playground of that name for that language already exists.')
    }
    tellAll(ctx, emit)
    return id
  })

export const removePlayground = (ctx: Context, id: number) =>
  ctx.commit((emit) => {
    if (!ctx.store.playgrounds.remove(id)) refuse('BAD_REQUEST', 'Invalid playground')
    tellAll(ctx, emit)
  })

function tellAll(ctx: Context, emit: Emit) {
  emit({ type: 'realm_playgrounds', realm_playgrounds: listPlaygrounds(ctx) }, 'everyone')
}
