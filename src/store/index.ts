// All tables and searches of the database as one object, `ctx.store`.

import type { Db } from './db.ts'
import { MessageText, type TextOf } from './message-text.ts'
import { acquaintances } from './search/acquaintances.ts'
import { channelTraffic } from './search/channel-traffic.ts'
import { directConversations } from './search/direct-conversations.ts'
import { messageChanges } from './search/message-changes.ts'
import { narrows } from './search/narrows.ts'
import { starredMessages } from './search/starred-messages.ts'
import { textIndex } from './search/text-index.ts'
import { alertWords } from './tables/alert-words.ts'
import { allowedDomains } from './tables/allowed-domains.ts'
import { attachments } from './tables/attachments.ts'
import { botStorage } from './tables/bot-storage.ts'
import { bots } from './tables/bots.ts'
import { changedMentions } from './tables/changed-mentions.ts'
import { channelEmails } from './tables/channel-emails.ts'
import { channelFolders } from './tables/channel-folders.ts'
import { channels } from './tables/channels.ts'
import { confirmations } from './tables/confirmations.ts'
import { conversations } from './tables/conversations.ts'
import { creations } from './tables/creations.ts'
import { customEmoji } from './tables/custom-emoji.ts'
import { defaultChannelGroups } from './tables/default-channel-groups.ts'
import { devices } from './tables/devices.ts'
import { digests } from './tables/digests.ts'
import { drafts } from './tables/drafts.ts'
import { exports } from './tables/exports.ts'
import { groups } from './tables/groups.ts'
import { invitations } from './tables/invitations.ts'
import { knownDevices } from './tables/known-devices.ts'
import { linkifiers } from './tables/linkifiers.ts'
import { loginAddresses } from './tables/login-addresses.ts'
import { messageEdits } from './tables/message-edits.ts'
import { messageMoves } from './tables/message-moves.ts'
import { messages } from './tables/messages.ts'
import { mutedUsers } from './tables/muted-users.ts'
import { navigationViews } from './tables/navigation-views.ts'
import { notifications } from './tables/notifications.ts'
import { onboardingSteps } from './tables/onboarding-steps.ts'
import { organization } from './tables/organization.ts'
import { outbox } from './tables/outbox.ts'
import { playgrounds } from './tables/playgrounds.ts'
import { presence } from './tables/presence.ts'
import { profileFields } from './tables/profile-fields.ts'
import { pushSubscriptions } from './tables/push-subscriptions.ts'
import { pushTokens } from './tables/push-tokens.ts'
import { reactions } from './tables/reactions.ts'
import { reminders } from './tables/reminders.ts'
import { savedSnippets } from './tables/saved-snippets.ts'
import { scheduledMessages } from './tables/scheduled-messages.ts'
import { sentOnce } from './tables/sent-once.ts'
import { sessions } from './tables/sessions.ts'
import { submessages } from './tables/submessages.ts'
import { subscriptions } from './tables/subscriptions.ts'
import { topics } from './tables/topics.ts'
import { userMessages } from './tables/user-messages.ts'
import { userStatuses } from './tables/user-statuses.ts'
import { userTopics } from './tables/user-topics.ts'
import { users } from './tables/users.ts'
import { websites } from './tables/websites.ts'
import { type TextMerger, TextTurns } from './text-turns.ts'
import { type MergeBeside, writeAheadLog } from './write-ahead-log.ts'
import type { ReadOnly } from './writing.ts'

/** What the store is given by its layers above. */
export interface StoreOptions {
  textOf: TextOf
  /** Undefined: the write-ahead log is merged on this thread. */
  mergeBeside?: MergeBeside | undefined
  /** Undefined: the text index is merged on this thread. */
  textMerger?: TextMerger | undefined
}

/** Makes every statement; what is wrong in one shows here, unless the connection prepares late. */
export const openStore = (db: Db, { textOf, ...mergers }: StoreOptions) =>
  tablesOf(db, new MessageText(db, textOf), mergers)

const tablesOf = (
  db: Db,
  text: MessageText,
  { mergeBeside, textMerger }: Omit<StoreOptions, 'textOf'>,
) => ({
  acquaintances: acquaintances(db),
  alertWords: alertWords(db),
  allowedDomains: allowedDomains(db),
  attachments: attachments(db),
  bots: bots(db),
  botStorage: botStorage(db),
  changedMentions: changedMentions(db),
  channelEmails: channelEmails(db),
  channelFolders: channelFolders(db),
  channels: channels(db),
  channelTraffic: channelTraffic(db),
  confirmations: confirmations(db),
  conversations: conversations(db),
  creations: creations(db),
  customEmoji: customEmoji(db),
  defaultChannelGroups: defaultChannelGroups(db),
  devices: devices(db),
  digests: digests(db),
  directConversations: directConversations(db),
  drafts: drafts(db),
  exports: exports(db),
  groups: groups(db),
  invitations: invitations(db),
  knownDevices: knownDevices(db),
  linkifiers: linkifiers(db),
  messageChanges: messageChanges(db),
  messageEdits: messageEdits(db),
  messageMoves: messageMoves(db),
  messages: messages(db, text),
  mutedUsers: mutedUsers(db),
  narrows: narrows(db, text),
  navigationViews: navigationViews(db),
  notifications: notifications(db),
  onboardingSteps: onboardingSteps(db),
  organization: organization(db),
  outbox: outbox(db),
  playgrounds: playgrounds(db),
  presence: presence(db),
  profileFields: profileFields(db),
  pushSubscriptions: pushSubscriptions(db),
  pushTokens: pushTokens(db),
  reactions: reactions(db),
  reminders: reminders(db),
  savedSnippets: savedSnippets(db),
  scheduledMessages: scheduledMessages(db),
  sentOnce: sentOnce(db),
  loginAddresses: loginAddresses(db),
  sessions: sessions(db),
  starredMessages: starredMessages(db),
  submessages: submessages(db),
  subscriptions: subscriptions(db),
  textIndex: textIndex(db),
  textTurns: new TextTurns(db, text, textMerger),
  topics: topics(db),
  userMessages: userMessages(db),
  users: users(db),
  userStatuses: userStatuses(db),
  userTopics: userTopics(db),
  websites: websites(db),
  writeAheadLog: writeAheadLog(db, mergeBeside),
})

/** Every table, as a transaction has it. */
export type Store = ReturnType<typeof openStore>

/** Every table with the methods that only read. */
export type StoreReader = ReadOnly<Store>
