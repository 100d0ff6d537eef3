import { seconds } from '../base/clock.ts'
import type { WebsitePreview } from '../text/lookup.ts'
import type { Context } from './context.ts'

const HOUR = 3600

/** Afterwards it may say something else, so whoever links it again has it read again. */
const FRESH_SECONDS = 7 * 24 * HOUR

/** Whoever links a website that could not be read has it tried again after this time. */
const UNREADABLE_SECONDS = HOUR

/** Longer addresses are not kept. */
const MAX_URL_LENGTH = 2000

/** A page is the same whichever place in it is linked. */
export const pageOf = (href: string) => href.split('#', 1)[0]!

/** What may be shown below a message that links a website; undefined for what is not known yet. */
export function knownWebsite(ctx: Context, href: string): WebsitePreview | undefined {
  const known = ctx.store.websites.find(pageOf(href))
  if (!known || known.image_url === null || ageOf(ctx, known) > FRESH_SECONDS) return undefined
  return {
    imageUrl: known.image_url,
    ...(known.title !== null && { title: known.title }),
    ...(known.description !== null && { description: known.description }),
  }
}

/** Whether reading a page could tell what is not known of it. */
export function isWorthReading(ctx: Context, page: string): boolean {
  if (page.length > MAX_URL_LENGTH) return false
  const known = ctx.store.websites.find(page)
  if (!known) return true
  return ageOf(ctx, known) > (known.image_url === null ? UNREADABLE_SECONDS : FRESH_SECONDS)
}

const ageOf = (ctx: Context, { read_at }: { read_at: number }) => seconds(ctx.clock) - read_at
