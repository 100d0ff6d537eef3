// Table allowed_domain: the e-mail domains from which people may join.

import type { Bool, Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface AllowedDomain {
  domain: string
  allow_subdomains: Bool
}

/** Statements on allowed domains. */
export function allowedDomains(db: Db) {
  const all = db.prepare<[], AllowedDomain>(
    'SELECT domain, allow_subdomains FROM allowed_domain ORDER BY domain',
  )
  const insert = db.prepare<AllowedDomain>(
    'INSERT INTO allowed_domain (domain, allow_subdomains) VALUES (@domain, @allow_subdomains) ON CONFLICT DO NOTHING',
  )
  const update = db.prepare<AllowedDomain>(
    'UPDATE allowed_domain SET allow_subdomains = @allow_subdomains WHERE domain = @domain',
  )
  const remove = db.prepare<[domain: string]>('DELETE FROM allowed_domain WHERE domain = ?')

  return {
    all: () => all.all(),

    ...writing({
      /** @returns whether it is new */
      add: (domain: AllowedDomain) => insert.run(domain).changes > 0,
      /** @returns whether there is such a domain */
      change: (domain: AllowedDomain) => update.run(domain).changes > 0,
      /** @returns whether there was such a domain */
      remove: (domain: string) => remove.run(domain).changes > 0,
    }),
  }
}
