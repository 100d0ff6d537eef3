// The process that orders a certificate by ACME (RFC 8555). It lives for one order, so that an idle
// server keeps nothing of the libraries in memory, and stopping ends an order at once.

import { axios, Client, crypto } from 'acme-client'
import { version } from '../base/version.ts'
import type { AcmeNews, AcmeOrder } from './acme-order.ts'

/** How often the authority is asked whether it is done: soon at first, then less often. */
const POLLING = { backoffAttempts: 15, backoffMin: 500, backoffMax: 20_000 }

const REQUEST_TIMEOUT_MS = 30_000

/** Runs the order that the parent sends. */
export function serveAcme(): void {
  // Without the server an order is of no use.
  process.on('disconnect', () => process.exit())
  process.once('message', (order: AcmeOrder) => {
    obtain(order)
      .then((done) => say({ kind: 'done', ...done }))
      .catch((error) => say({ kind: 'failed', reason: reasonOf(error) }))
      .finally(() => process.disconnect())
  })
}

async function obtain({ directory, accountKey, accountUrl, domains }: AcmeOrder) {
  axios.defaults.timeout = REQUEST_TIMEOUT_MS
  axios.defaults.headers.common['User-Agent'] = `Hearth/${version()} (ACME)`
  const client = new Client({
    directoryUrl: directory,
    accountKey,
    ...POLLING,
    ...(accountUrl !== undefined && { accountUrl }),
  })
  const [key, csr] = await crypto.createCsr(
    { commonName: domains[0]!, altNames: [...domains] },
    await crypto.createPrivateEcdsaKey('P-256'),
  )
  const cert = await client.auto({
    csr,
    // Who gives --tls-domain has chosen this authority; the documentation says so.
    termsOfServiceAgreed: true,
    challengePriority: ['http-01'],
    // The server may reach its own name by another way than the authority does, or not at all.
    skipChallengeVerification: true,
    async challengeCreateFn(authorization, { type, token }, answer) {
      if (type !== 'http-01')
        throw new Error(
          `the authority does not offer HTTP-01 for ${authorization.identifier.value}`,
        )
      await Promise.all([isShown(token), say({ kind: 'show', token, answer })])
    },
    challengeRemoveFn: async (_authorization, { token }) => say({ kind: 'hide', token }),
  })
  return { cert, key: key.toString(), accountUrl: client.getAccountUrl() }
}

/** Resolves when the server says that it shows the answer for this token. */
const isShown = (token: string) =>
  new Promise<void>((resolve) => {
    const hear = (shown: string) => {
      if (shown !== token) return
      process.off('message', hear)
      resolve()
    }
    process.on('message', hear)
  })

const say = (news: AcmeNews) =>
  new Promise<void>((sent, failed) => {
    process.send!(news, undefined, {}, (error) => (error ? failed(error) : sent()))
  })

/** One line; the library joins what the authority says. */
const reasonOf = (error: unknown) =>
  (error instanceof Error
    ? error.message || String((error as { code?: string }).code)
    : String(error)
  )
    .replace(/\s+/g, ' ')
    .slice(0, 500)

if (import.meta.main) serveAcme()
