// Finds the links in a topic, which clients show beside it.

import { safeHref } from './hrefs.ts'
import type { CompiledLinkifier } from './markdown/lookup.ts'
import { mayHoldUrls, urlAtStart } from './urls.ts'

/** Links shown beside a topic; nothing in them is escaped. */
export interface TopicLink {
  text: string
  url: string
}

interface Candidate extends TopicLink {
  start: number
  end: number
}

/** The links in a topic: matches of linkifiers and bare URLs, in order. */
export function topicLinks(topic: string, linkifiers: readonly CompiledLinkifier[]): TopicLink[] {
  const candidates = [
    ...linkifiers.flatMap((linkifier) => linkified(topic, linkifier)),
    ...urlsIn(topic),
  ]
  const taken: Candidate[] = []
  for (const candidate of candidates) {
    if (!taken.some(({ start, end }) => candidate.start < end && start < candidate.end)) {
      taken.push(candidate)
    }
  }
  return taken.sort((a, b) => a.start - b.start).map(({ text, url }) => ({ text, url }))
}

const linkified = (topic: string, linkifier: CompiledLinkifier): Candidate[] =>
  linkifier
    .matches(topic)
    .filter(({ url }) => safeHref(url, '') !== undefined)
    .map(({ start, end, url }) => ({ start, end, url, text: topic.slice(start, end) }))

function urlsIn(topic: string): Candidate[] {
  const candidates: Candidate[] = []
  if (!mayHoldUrls(topic)) return candidates
  for (const piece of topic.matchAll(/[^ !;),'"]+/g)) {
    const found = urlAtStart(piece[0])
    if (!found) continue
    const text = piece[0].slice(0, found.end)
    // Messages link such addresses as http, topics as https.
    const url = found.url === `http://${text}` ? `https://${text}` : found.url
    candidates.push({ start: piece.index, end: piece.index + text.length, url, text })
  }
  return candidates
}
