// Writes the metrics as Prometheus reads them. prom-client takes 22 MB, so it is loaded with the
// first question; the counts are kept by plain numbers all the time.

import type { Metric, Registry } from 'prom-client'
import type { Histogram } from './histogram.ts'
import type { Metrics } from './metrics.ts'

/** A number that is read for each answer; undefined leaves it out. */
export interface Gauge {
  /** Without the prefix `hearth_`. */
  name: string
  help: string
  type?: 'gauge' | 'counter'
  read(): number | undefined
}

interface Sample {
  value: number
  labels: Record<string, string | number>
  metricName?: string
}

/** Writes all metrics of a process. */
export class Exposition {
  readonly #metrics: Metrics
  readonly #gauges: readonly Gauge[]
  #registry: Promise<Registry> | undefined

  constructor(metrics: Metrics, gauges: readonly Gauge[]) {
    this.#metrics = metrics
    this.#gauges = gauges
  }

  /** @returns the text, and its Content-Type */
  async write(): Promise<{ text: string; type: string }> {
    this.#registry ??= this.#open()
    const registry = await this.#registry
    return { text: await registry.metrics(), type: registry.contentType }
  }

  async #open(): Promise<Registry> {
    const { Registry, collectDefaultMetrics } = (await import('prom-client')).default
    const registry = new Registry()
    // Processor time, memory, garbage collection and the delay of the event loop.
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 })
    for (const metric of this.#own()) registry.registerMetric(metric as unknown as Metric)
    return registry
  }

  *#own() {
    const metrics = this.#metrics
    yield source('hearth_http_requests_total', 'counter', 'Requests by route and status.', () =>
      [...metrics.routes].flatMap(([route, { byStatus }]) =>
        [...byStatus].map(([status, value]) => ({ value, labels: { route, status } })),
      ),
    )
    yield source(
      'hearth_http_request_duration_seconds',
      'histogram',
      'Time from a request to the end of its answer; GET /events waits for events.',
      (name) =>
        [...metrics.routes].flatMap(([route, { seconds }]) => samplesOf(name, seconds, { route })),
    )
    yield source(
      'hearth_commit_duration_seconds',
      'histogram',
      'Time of a transaction with its wait for the disk.',
      (name) => samplesOf(name, metrics.commitSeconds),
    )
    yield source(
      'hearth_commit_jobs',
      'histogram',
      'Pieces of work that shared a transaction.',
      (name) => samplesOf(name, metrics.commitJobs),
    )
    yield source(
      'hearth_commits_failed_total',
      'counter',
      'Transactions that the disk refused.',
      () => [{ value: metrics.failedCommits, labels: {} }],
    )
    for (const { name, help, type = 'gauge', read } of this.#gauges) {
      yield source(`hearth_${name}`, type, help, () => {
        const value = read()
        return value === undefined ? [] : [{ value, labels: {} }]
      })
    }
  }
}

/** What prom-client asks of a metric, for numbers that are kept elsewhere. */
const source = (name: string, type: string, help: string, read: (name: string) => Sample[]) => ({
  name,
  help,
  type,
  aggregator: 'sum',
  get: async () => ({ name, help, type, aggregator: 'sum', values: read(name) }),
  reset() {},
})

/** The lines of a histogram: each bucket counts what is in it and in those below. */
function samplesOf(
  name: string,
  { bounds, counts, sum }: Histogram,
  labels: Sample['labels'] = {},
): Sample[] {
  let count = 0
  const buckets = counts.map((inBucket, index) => {
    count += inBucket
    const le = bounds[index] ?? '+Inf'
    return { metricName: `${name}_bucket`, value: count, labels: { le, ...labels } }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, value: sum, labels },
    { metricName: `${name}_count`, value: count, labels },
  ]
}
