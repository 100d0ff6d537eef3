import { refuse } from '../errors.ts'
import type { Context } from './context.ts'
import { changeSettings } from './organization-changes.ts'

export interface AllowedDomain {
  domain: string
  allow_subdomains: boolean
}

/** By name. */
export const listDomains = (ctx: Context): AllowedDomain[] =>
  ctx.store.allowedDomains
    .all()
    .map(({ domain, allow_subdomains }) => ({ domain, allow_subdomains: allow_subdomains === 1 }))

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})+$`)

/** @returns the domain as stored, in lower case */
export const addDomain = (ctx: Context, name: string, allow_subdomains: boolean) =>
  ctx.commit((emit) => {
    const domain = name.trim().toLowerCase()
    if (!DOMAIN.test(domain)) refuse('BAD_REQUEST', `Invalid domain: ${name}`)
    if (!ctx.store.allowedDomains.add({ domain, allow_subdomains: allow_subdomains ? 1 : 0 })) {
      refuse('BAD_REQUEST', `The domain ${domain} is already a part of your organization.`)
    }
    emit(
      { type: 'realm_domains', op: 'add', realm_domain: { domain, allow_subdomains } },
      'everyone',
    )
    return domain
  })

export const changeDomain = (ctx: Context, name: string, allow_subdomains: boolean) =>
  ctx.commit((emit) => {
    const domain = name.toLowerCase()
    if (!ctx.store.allowedDomains.change({ domain, allow_subdomains: allow_subdomains ? 1 : 0 })) {
      refuse('BAD_REQUEST', `No entry found for domain ${name}.`)
    }
    emit(
      { type: 'realm_domains', op: 'change', realm_domain: { domain, allow_subdomains } },
      'everyone',
    )
  })

/** Without any domain left, there is nothing to restrict addresses to. */
export const removeDomain = (ctx: Context, name: string) =>
  ctx.commit((emit) => {
    const domain = name.toLowerCase()
    if (!ctx.store.allowedDomains.remove(domain)) {
      refuse('BAD_REQUEST', `No entry found for domain ${name}.`)
    }
    emit({ type: 'realm_domains', op: 'remove', domain }, 'everyone')
    if (ctx.store.allowedDomains.all().length === 0) {
      changeSettings(ctx, emit, { emails_restricted_to_domains: false })
    }
  })
