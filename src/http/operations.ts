// What watches a server asks: /health says whether it can do its work, /metrics gives Prometheus its
// numbers.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Health } from '../base/health.ts'
import { equalsSecret } from '../base/tokens.ts'
import { refuse } from '../errors.ts'
import type { Exposition } from '../metrics/exposition.ts'
import { SECURITY_HEADERS, sendJson } from './answer.ts'
import { READING, requireMethod } from './methods.ts'
import { ANY_METHOD, type Router } from './router.ts'
import type { Target } from './routes.ts'

export interface OperationOptions {
  /** Undefined: only this machine reads metrics. */
  metricsToken: string | undefined
}

interface OperationParts {
  health: Health
  exposition: Exposition
  isOnThisMachine: (req: IncomingMessage) => boolean
}

/** Neither takes from a rate limit: what watches a server asks again and again. */
export function addOperations(
  router: Router<Target>,
  { health, exposition, isOnThisMachine }: OperationParts,
  { metricsToken }: OperationOptions,
) {
  const answerHealth = async (req: IncomingMessage, res: ServerResponse) => {
    requireMethod(req, res, READING)
    const problems = await health.problems()
    const status = problems.length === 0 ? 'ok' : 'failing'
    sendJson(res, problems.length === 0 ? 200 : 503, { status, problems })
  }

  const answerMetrics = async (req: IncomingMessage, res: ServerResponse) => {
    requireMethod(req, res, READING)
    if (!isOnThisMachine(req) && !hasToken(req, metricsToken)) {
      refuse(
        'FORBIDDEN',
        'Metrics are for programs on this machine that speak to the server itself, or with "Authorization: Bearer" and the token of --metrics-token.',
      )
    }
    const { text, type } = await exposition.write()
    res.writeHead(200, {
      ...SECURITY_HEADERS,
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
    })
    res.end(text)
  }

  for (const [path, handle] of Object.entries({
    '/health': answerHealth,
    '/metrics': answerMetrics,
  }))
    router.add(ANY_METHOD, path, { handle, prefix: '', route: path })
}

function hasToken({ headers }: IncomingMessage, token: string | undefined): boolean {
  const [, given] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  return token !== undefined && given !== undefined && equalsSecret(given, token)
}
