import { safeHref } from './hrefs.ts'
import type { Linkifier } from './lookup.ts'
import { hrefOf } from './urls.ts'

/** Links shown beside a topic (markdown.md §7); nothing in them is escaped. */
export interface TopicLink {
  text: string
  url: string
}

interface Candidate extends TopicLink {
  start: number
  end: number
}

export function topicLinks(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
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

const linkified = (topic: string, linkifier: Linkifier): Candidate[] =>
  linkifier
    .matches(topic)
    .filter(({ url }) => safeHref(url, '') !== undefined)
    .map(({ start, end, url }) => ({ start, end, url, text: topic.slice(start, end) }))

function urlsIn(topic: string): Candidate[] {
  const candidates: Candidate[] = []
  for (const match of topic.matchAll(/[^ !;),'"]+/g)) {
    const text = match[0]
    const href = hrefOf(text)
    if (href === undefined) continue
    // Messages link such addresses as http, topics as https.
    const url = href === `http://${text}` ? `https://${text}` : href
    candidates.push({ start: match.index, end: match.index + text.length, url, text })
  }
  return candidates
}
