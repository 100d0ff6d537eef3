// E-mail domains from which people may join.

import { UNKNOWN_DOMAIN } from '../../errors/joining.ts'
import { refuse } from '../../errors.ts'
import type { App, Context } from '../kernel/context.ts'
import { changeOrganizationSettings } from './organization-changes.ts'

export interface AllowedDomainDescription {
  domain: string
  allow_subdomains: boolean
}

/** By name. */
export const listDomains = (ctx: Context): AllowedDomainDescription[] =>
  ctx.store.allowedDomains
    .all()
    .map(({ domain, allow_subdomains }) => ({ domain, allow_subdomains: allow_subdomains === 1 }))

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})+$`)

/** @returns the domain as stored, in lower case */
export const addDomain = (ctx: App, name: string, allow_subdomains: boolean) =>
  ctx.commit((tx) => {
    const domain = name.trim().toLowerCase()
    if (!DOMAIN.test(domain)) refuse('BAD_REQUEST', `Invalid domain: ${name}`)
    if (!tx.store.allowedDomains.add({ domain, allow_subdomains: allow_subdomains ? 1 : 0 })) {
      refuse('BAD_REQUEST', `The domain ${domain} is already a part of your organization.`)
    }
    tx.emit(
      { type: 'realm_domains', op: 'add', realm_domain: { domain, allow_subdomains } },
      'everyone',
    )
    return domain
  })

/** PATCH /realm/domains/{domain}. @throws RequestError for an unknown domain */
export const changeDomain = (ctx: App, name: string, allow_subdomains: boolean) =>
  ctx.commit((tx) => {
    const domain = name.toLowerCase()
    if (!tx.store.allowedDomains.change({ domain, allow_subdomains: allow_subdomains ? 1 : 0 })) {
      refuse(UNKNOWN_DOMAIN, { domain: name })
    }
    tx.emit(
      { type: 'realm_domains', op: 'change', realm_domain: { domain, allow_subdomains } },
      'everyone',
    )
  })

/** Removes a domain; without any left, the restriction is switched off. */
export const removeDomain = (ctx: App, name: string) =>
  ctx.commit((tx) => {
    const domain = name.toLowerCase()
    if (!tx.store.allowedDomains.remove(domain)) {
      refuse(UNKNOWN_DOMAIN, { domain: name })
    }
    tx.emit({ type: 'realm_domains', op: 'remove', domain }, 'everyone')
    if (tx.store.allowedDomains.all().length === 0) {
      changeOrganizationSettings(tx, { emails_restricted_to_domains: false })
    }
  })
