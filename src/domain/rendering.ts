import { EMPTY_TOPIC_NAME, MAX_MESSAGE_LENGTH } from '../base/limits.ts'
import { refuse } from '../errors.ts'
import { emptyLookup, type Lookup } from '../text/lookup.ts'
import { type Rendered, renderMarkdown, UnrenderableMessage } from '../text/markdown.ts'
import { type TopicLink, topicLinks } from '../text/topic-links.ts'
import { hasContentAccess, hasSharedHistory } from './access.ts'
import { attachable } from './attachments.ts'
import type { Context } from './context.ts'
import { customEmojiUrl } from './custom-emoji.ts'
import { displayName } from './groups.ts'
import { activeLinkifiers } from './linkifiers.ts'
import { theOrganization } from './organization.ts'
import { topicKey } from './topics.ts'
import { userSetting } from './user-settings.ts'
import { isPerson, seesUser, type User } from './users.ts'
import { knownWebsite } from './websites.ts'

/**
 * Renders what somebody wrote, with the names that person may mention and link.
 * @param sender who shows it to others; websites are shown below people's messages only
 * @throws RequestError "Unable to render message"
 */
export function renderFor(
  ctx: Context,
  author: User,
  source: string,
  sender: User = author,
): Rendered {
  const { settings } = theOrganization(ctx)
  try {
    return renderMarkdown(source, lookupFor(ctx, author), {
      realmUrl: ctx.site.url,
      defaultCodeBlockLanguage: settings.default_code_block_language,
      emptyTopicName: EMPTY_TOPIC_NAME,
      translateEmoticons: userSetting(author, 'translate_emoticons'),
      previewImages: settings.inline_image_preview,
      previewWebsites: settings.inline_url_embed_preview && isPerson(sender),
      maxMessageLength: MAX_MESSAGE_LENGTH,
    })
  } catch (error) {
    if (error instanceof UnrenderableMessage) refuse('BAD_REQUEST', 'Unable to render message')
    throw error
  }
}

/** Descriptions mention nobody and show no previews. */
export function renderDescription(ctx: Context, source: string): string {
  return renderMarkdown(source, emptyLookup, { realmUrl: ctx.site.url }).html
}

/** What is shown beside a topic as links. */
export const linksInTopic = (ctx: Context, topic: string): TopicLink[] =>
  topicLinks(topic, activeLinkifiers(ctx))

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
        isSystem: group.is_system === 1,
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
    upload: (pathId) => attachable(ctx, author, pathId),
    newestMessageId(channelId, topicName) {
      const topic = store.conversations.findTopic(channelId, topicKey(topicName))
      if (!topic) return undefined
      return hasSharedHistory(ctx, author, store.channels.find(channelId)!)
        ? (topic.last_message_id ?? undefined)
        : store.conversations.newestReceived(author.id, topic.id)
    },
  }
}
