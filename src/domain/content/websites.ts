// What is known about linked websites, and how long it stays fresh.

import { seconds } from '../../base/clock.ts'
import type { WebsitePreview } from '../../text/markdown/lookup.ts'
import type { Context } from '../kernel/context.ts'

const HOUR = 3600

/** A website that is linked again after this time is read again. */
const FRESH_SECONDS = 7 * 24 * HOUR

/** A website that could not be read is tried again when it is linked after this time. */
const UNREADABLE_SECONDS = HOUR

/** Longer addresses are not kept. */
const MAX_URL_LENGTH = 2000

/** A page is the same whichever place in it is linked. */
export const pageOf = (href: string) => href.split('#', 1)[0]!

/** The stored preview of a website; undefined if it was not read yet or has none. */
export function knownWebsite(ctx: Context, href: string): WebsitePreview | undefined {
  const known = ctx.store.websites.find(pageOf(href))
  if (!known || known.image_url === null || ageOf(ctx, known) > FRESH_SECONDS) return undefined
  return {
    imageUrl: known.image_url,
    ...(known.title !== null && { title: known.title }),
    ...(known.description !== null && { description: known.description }),
  }
}

/** Whether a page should be read: it is unknown, or its preview is old. */
export function isWorthReading(ctx: Context, page: string): boolean {
  if (page.length > MAX_URL_LENGTH) return false
  const known = ctx.store.websites.find(page)
  if (!known) return true
  return ageOf(ctx, known) > (known.image_url === null ? UNREADABLE_SECONDS : FRESH_SECONDS)
}

const ageOf = (ctx: Context, { read_at }: { read_at: number }) => seconds(ctx.clock) - read_at
