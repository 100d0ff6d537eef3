import * as z from 'zod'
import { addDomain, changeDomain, listDomains, removeDomain } from '../domain/allowed-domains.ts'
import { endpoint } from './endpoint.ts'
import { bool, filledText, int, text } from './params.ts'

const allowedDomain = z.object({ domain: text, allow_subdomains: bool })

export const getDomains = endpoint('GET /realm/domains', {
  tier: 'user',
  returns: { domains: z.array(allowedDomain) },
  handle: (ctx) => ({ domains: listDomains(ctx) }),
})

export const createDomain = endpoint('POST /realm/domains', {
  tier: 'owner',
  params: { domain: filledText(), allow_subdomains: bool },
  // An ID of its own the domain does not have: its place in the list says as much.
  returns: { new_domain: z.tuple([int, text]) },
  async handle(ctx, { domain, allow_subdomains }) {
    const added = await addDomain(ctx, domain, allow_subdomains)
    const place = listDomains(ctx).findIndex((known) => known.domain === added) + 1
    return { new_domain: [place, added] as [number, string] }
  },
})

export const updateDomain = endpoint('PATCH /realm/domains/:domain', {
  tier: 'owner',
  params: { domain: text, allow_subdomains: bool },
  handle: (ctx, { domain, allow_subdomains }) => changeDomain(ctx, domain, allow_subdomains),
})

export const deleteDomain = endpoint('DELETE /realm/domains/:domain', {
  tier: 'owner',
  params: { domain: text },
  handle: (ctx, { domain }) => removeDomain(ctx, domain),
})
