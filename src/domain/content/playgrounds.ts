// Websites that run code of a language, offered beside code blocks.

import { refuse } from '../../errors.ts'
import type { Playground } from '../../store/tables/playgrounds.ts'
import { urlTemplateVariables } from '../../text/url-templates.ts'
import type { App, Context, Tx } from '../kernel/context.ts'

/** All playgrounds. */
export const listPlaygrounds = (ctx: Context): Playground[] => ctx.store.playgrounds.all()

const LANGUAGE = /^[A-Za-z0-9 _+\-./#]{1,40}$/

/** @returns its ID */
export const createPlayground = (ctx: App, asked: Omit<Playground, 'id'>): Promise<number> =>
  ctx.commit((tx) => {
    const pygments_language = asked.pygments_language.trim()
    if (!LANGUAGE.test(pygments_language)) {
      refuse('BAD_REQUEST', 'Invalid characters in pygments language')
    }
    const variables = urlTemplateVariables(asked.url_template)
    if (variables === undefined) refuse('BAD_REQUEST', 'Invalid URL template.')
    if (variables.length !== 1 || variables[0] !== 'code') {
      refuse('BAD_REQUEST', 'The URL template must contain exactly one variable, named "code".')
    }
    const id = tx.store.playgrounds.create({ ...asked, pygments_language })
    if (id === undefined) {
      refuse('BAD_REQUEST', 'A playground of that name for that language already exists.')
    }
    emitPlaygrounds(tx)
    return id
  })

/** DELETE /realm/playgrounds/{id}. @throws RequestError for an unknown ID */
export const removePlayground = (ctx: App, id: number) =>
  ctx.commit((tx) => {
    if (!tx.store.playgrounds.remove(id)) refuse('BAD_REQUEST', 'Invalid playground')
    emitPlaygrounds(tx)
  })

function emitPlaygrounds(tx: Tx) {
  tx.emit({ type: 'realm_playgrounds', realm_playgrounds: listPlaygrounds(tx) }, 'everyone')
}
