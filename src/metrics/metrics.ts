// What a server counts about itself, in plain numbers that cost nothing to keep.

import { Histogram } from './histogram.ts'

const LATENCY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]
const BATCH_JOBS = [1, 2, 4, 8, 16, 32, 64, 128, 256]

/** Requests to one route, which is a pattern: paths hold names and secrets. */
export class RouteMetrics {
  readonly byStatus = new Map<number, number>()
  readonly seconds = new Histogram(LATENCY_SECONDS)
}

/** The counts of one server since its start. */
export class Metrics {
  readonly routes = new Map<string, RouteMetrics>()
  /** From BEGIN until the disk has what was committed. */
  readonly commitSeconds = new Histogram(COMMIT_SECONDS)
  /** Pieces of work that shared a commit. */
  readonly commitJobs = new Histogram(BATCH_JOBS)
  failedCommits = 0

  /**
   * Counts an answered request.
   * @param route one of the patterns that the server has, so that their number is bounded
   */
  countRequest(route: string, status: number, ms: number) {
    let found = this.routes.get(route)
    if (!found) {
      found = new RouteMetrics()
      this.routes.set(route, found)
    }
    found.byStatus.set(status, (found.byStatus.get(status) ?? 0) + 1)
    found.seconds.observe(ms / 1000)
  }

  countCommit(jobs: number, ms: number) {
    this.commitSeconds.observe(ms / 1000)
    this.commitJobs.observe(jobs)
  }
}
