// Renders messages with what their sender may mention and link. The only door to the Markdown
// renderer.

import { inTurns, nextTurn } from '../../base/jobs.ts'
import { EMPTY_TOPIC_NAME, MAX_MESSAGE_LENGTH } from '../../base/limits.ts'
import { WorkRefused } from '../../base/worker-line.ts'
import { TOO_BUSY } from '../../errors/callers.ts'
import { refuse } from '../../errors.ts'
import { normaliseContent } from '../../text/content.ts'
import { emptyLookup, type Lookup } from '../../text/markdown/lookup.ts'
import {
  finish,
  mayHoldPieces,
  piecesOf,
  type Rendered,
  renderMarkdown,
  UnrenderableMessage,
} from '../../text/markdown/markdown.ts'
import type { RenderOptions } from '../../text/markdown/options.ts'
import type { Piece } from '../../text/markdown/render/pieces.ts'
import { type TopicLink, topicLinks } from '../../text/topic-links.ts'
import { hasContentAccess, hasSharedHistory } from '../access/access.ts'
import { displayName } from '../access/group-names.ts'
import type { Context } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import { externalPictureUrl } from '../pictures/external-pictures.ts'
import { userSetting } from '../users/user-settings.ts'
import { isPerson, seesUser, type User } from '../users/users.ts'
import { attachables } from './attachments.ts'
import { customEmojiUrl } from './custom-emoji.ts'
import { activeLinkifiers } from './linkifiers.ts'
import { isLong, type RenderingTask, renderAhead, takeRendering } from './renderings-ahead.ts'
import { topicKey } from './topics.ts'
import { knownWebsite } from './websites.ts'

const TOO_MUCH_HTML =
  'Unable to render message. Its emoji, formulas and links take too much room; send it in several parts.'

/**
 * Renders Markdown with the names that its author may mention and link.
 * @param sender the sender; only messages of people get website previews
 * @throws RequestError "Unable to render message"
 */
export function renderFor(
  ctx: Context,
  author: User,
  source: string,
  sender: User = author,
): Rendered {
  const options = optionsFor(ctx, author, sender)
  // What answered a few questions may answer fewer later, so each rendering asks its own.
  const ahead = takeRendering(ctx, author.id, source, () => taskFor(ctx, author, source, options))
  if (ahead) return ahead
  return unlessUnrenderable(() => renderMarkdown(source, lookupFor(ctx, author), options))
}

const taskFor = (
  ctx: Context,
  author: User,
  source: string,
  options: Partial<RenderOptions>,
): RenderingTask => ({ authorId: author.id, source, lookup: lookupFor(ctx, author), options })

/** The same for text that was not prepared: what would take long is shown as it was typed. */
export const renderQuickly = (ctx: Context, author: User, source: string): Rendered =>
  unlessUnrenderable(() =>
    renderMarkdown(source, lookupFor(ctx, author), {
      ...optionsFor(ctx, author, author),
      typeset: ctx.typesetter.typesetIfKnown,
    }),
  )

/**
 * Has the formulas and the long code of a message typeset on another thread, and renders such a message or
 * a long one ahead, so that rendering it inside a transaction holds nobody up. For most messages there is
 * nothing to do or to wait for.
 * @param sender the sender, as for `renderFor`
 * @returns undefined, or a promise that resolves when the message can be rendered
 * @throws RequestError "Unable to render message"; RATE_LIMIT_HIT where too much of the author waits
 */
export function prepareRendering(
  ctx: Context,
  author: User,
  source: string,
  sender: User = author,
): Promise<void> | undefined {
  const { value } = normaliseContent(source, MAX_MESSAGE_LENGTH)
  if (value === undefined) return undefined
  const language = theOrganization(ctx).settings.default_code_block_language
  if (!isLong(value) && !mayHoldPieces(value, language)) return undefined
  const options = optionsFor(ctx, author, sender)
  const steps = piecesOf(value, lookupFor(ctx, author), options)
  if (isLong(value)) return prepareInTurns(ctx, author, value, options, inTurns(steps))
  const pieces = unlessUnrenderable(() => finish(steps))
  // The HTML of a formula has a hundred times its characters.
  if (!pieces.some(ctx.typesetter.takesLong)) return undefined
  return prepareInTurns(ctx, author, value, options, pieces)
}

/** @param finding the pieces of the message, or a promise of them */
async function prepareInTurns(
  ctx: Context,
  author: User,
  source: string,
  options: Partial<RenderOptions>,
  finding: Piece[] | Promise<Piece[]>,
) {
  try {
    await typesetAhead(ctx, author, await finding)
    await renderAhead(ctx, taskFor(ctx, author, source, options))
  } catch (error) {
    // It is refused where it would be stored, after what else is wrong.
    if (!(error instanceof UnrenderableMessage)) throw error
  }
}

/** @returns undefined if all of them are known */
function typesetAhead(ctx: Context, author: User, pieces: Piece[]): Promise<void> | undefined {
  const due = pieces.filter(ctx.typesetter.isDue)
  if (due.length === 0) return undefined
  // Rendering results of the thread takes milliseconds, which others do not have to wait for either.
  return ctx.typesetter.prepare(`user ${author.id}`, due).then(nextTurn, (error) => {
    if (!(error instanceof WorkRefused)) throw error
    refuse(TOO_BUSY, { what: 'Too many formulas are being typeset', 'retry-after': 2 })
  })
}

/** POST /messages/render: what would be shown if this were sent. */
export async function renderTyped(ctx: Context, author: User, source: string): Promise<Rendered> {
  const { value, problem } = normaliseContent(source, MAX_MESSAGE_LENGTH)
  if (value === undefined) refuse('BAD_REQUEST', problem)
  await prepareRendering(ctx, author, value)
  return renderFor(ctx, author, value)
}

function unlessUnrenderable<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof UnrenderableMessage)) throw error
    refuse('BAD_REQUEST', error.isTooLarge ? TOO_MUCH_HTML : 'Unable to render message')
  }
}

function optionsFor(ctx: Context, author: User, sender: User): Partial<RenderOptions> {
  const { settings } = theOrganization(ctx)
  return {
    realmUrl: ctx.server.url,
    defaultCodeBlockLanguage: settings.default_code_block_language,
    emptyTopicName: EMPTY_TOPIC_NAME,
    translateEmoticons: userSetting(author, 'translate_emoticons'),
    previewImages: settings.inline_image_preview,
    previewWebsites: settings.inline_url_embed_preview && isPerson(sender),
    // Messages of the server quote those of people, and say something themselves.
    maxMessageLength: (sender.system_bot === null ? 1 : 2) * MAX_MESSAGE_LENGTH,
    typeset: ctx.typesetter.typeset,
    // Films and sounds are too large to pass on: they are called where they are, or not at all.
    externalMediaUrl: (url) => (isFilmOrSound(url) ? url : externalPictureUrl(ctx, url)),
  }
}

const isFilmOrSound = (url: string) =>
  /\.(?:mp4|webm|mov|ogv|mp3|ogg|oga|opus|wav|aac|m4a|flac)$/i.test(url.split(/[?#]/, 1)[0]!)

/** Descriptions mention nobody and show no previews. */
export function renderDescription(ctx: Context, source: string): string {
  return renderMarkdown(source, emptyLookup, { realmUrl: ctx.server.url }).html
}

/** The links in a topic, which clients show beside it. */
export const linksInTopic = (ctx: Context, topic: string): TopicLink[] =>
  topicLinks(topic, activeLinkifiers(ctx))

/**
 * Messages that are looked at to find the newest that the author has of a topic, first the few that are
 * mostly enough, and of all topics that one text links: a newcomer has none of the thousands that were
 * sent before.
 */
const TOPIC_LOOKS = [20, 1000]
const TEXT_LOOKS = 10_000

function lookupFor(ctx: Context, author: User): Lookup {
  const { store } = ctx
  const sees = (user: User) => seesUser(ctx, author, user)
  const mentionable = (user: User | undefined) =>
    user && { id: user.id, fullName: user.full_name, isActive: user.is_active === 1 }
  return {
    ...emptyLookup,
    userByName: (name) => mentionable(store.users.named(name).find(sees)),
    userById(id) {
      const user = store.users.find(id)
      return user && sees(user) ? mentionable(user) : undefined
    },
    groupByName(name) {
      const group = store.groups.findByName(name.toLowerCase())
      if (!group || group.name !== name) return undefined
      return {
        id: group.id,
        displayName: displayName(group.name),
        isActive: group.deactivated === 0,
      }
    },
    channelByName(name) {
      const channel = store.channels.findByName(name.toLowerCase())
      if (!channel || channel.name !== name || !hasContentAccess(ctx, author, channel))
        return undefined
      return { id: channel.id, name: channel.name }
    },
    realmEmoji(name) {
      const sourceUrl = customEmojiUrl(ctx, name)
      return sourceUrl === undefined ? undefined : { sourceUrl }
    },
    linkifiers: () => activeLinkifiers(ctx),
    websitePreview: (href) => knownWebsite(ctx, href),
    upload: attachables(ctx, author),
    newestMessageId: newestMessages(ctx, author),
  }
}

/** Finds the newest message of each topic that one text links, of those that its author has. */
function newestMessages(ctx: Context, author: User): Lookup['newestMessageId'] {
  const { conversations, channels } = ctx.store
  const received = new Map<number, number | undefined>()
  let left = TEXT_LOOKS
  const newestReceived = (topicId: number) => {
    for (const looks of TOPIC_LOOKS) {
      if (left <= 0) return undefined
      left -= looks
      const newest = conversations.newestReceived(author.id, topicId, looks)
      if (newest !== undefined) return newest
    }
    return undefined
  }
  return (channelId, topicName) => {
    const topic = conversations.findTopic(channelId, topicKey(topicName))
    if (!topic) return undefined
    if (hasSharedHistory(ctx, author, channels.find(channelId)!))
      return topic.last_message_id ?? undefined
    if (!received.has(topic.id)) received.set(topic.id, newestReceived(topic.id))
    return received.get(topic.id)
  }
}
