// Endpoints: e-mail domains from which people may join.

import * as z from 'zod'
import {
  addDomain,
  changeDomain,
  listDomains,
  removeDomain,
} from '../../../domain/organization-management/allowed-domains.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, filledText, int, text } from '../../core/params.ts'

const allowedDomain = z.object({ domain: text, allow_subdomains: bool })

export const getDomains = endpoint('GET /realm/domains', {
  summary: 'Lists the e-mail domains whose addresses may join.',
  tier: 'user',
  returns: { domains: z.array(allowedDomain) },
  handle: (ctx) => ({ domains: listDomains(ctx) }),
})

export const createDomain = endpoint('POST /realm/domains', {
  summary: 'Adds an e-mail domain whose addresses may join.',
  tier: 'owner',
  params: {
    domain: filledText().describe('The domain, such as "example.com".'),
    allow_subdomains: bool.describe('Whether addresses of its subdomains may join as well.'),
  },
  // The wire wants an ID; domains have none, so it is the place in the list.
  returns: { new_domain: z.tuple([int, text]) },
  async handle(ctx, { domain, allow_subdomains }) {
    const added = await addDomain(ctx, domain, allow_subdomains)
    const place = listDomains(ctx).findIndex((known) => known.domain === added) + 1
    return { new_domain: [place, added] as [number, string] }
  },
})

export const updateDomain = endpoint('PATCH /realm/domains/:domain', {
  summary: 'Changes whether addresses of the subdomains of a domain may join.',
  tier: 'owner',
  params: {
    domain: text.describe('The domain, such as "example.com".'),
    allow_subdomains: bool.describe('Whether addresses of its subdomains may join as well.'),
  },
  handle: (ctx, { domain, allow_subdomains }) => changeDomain(ctx, domain, allow_subdomains),
})

export const deleteDomain = endpoint('DELETE /realm/domains/:domain', {
  summary: 'Removes an e-mail domain; removing the last one ends the restriction to domains.',
  tier: 'owner',
  params: { domain: text.describe('The domain, such as "example.com".') },
  handle: (ctx, { domain }) => removeDomain(ctx, domain),
})
