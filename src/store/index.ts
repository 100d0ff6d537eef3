import { alertWords } from './alert-words.ts'
import { allowedDomains } from './allowed-domains.ts'
import { attachments } from './attachments.ts'
import { bots } from './bots.ts'
import { channelEmails } from './channel-emails.ts'
import { channelFolders } from './channel-folders.ts'
import { channelTraffic } from './channel-traffic.ts'
import { channels } from './channels.ts'
import { confirmations } from './confirmations.ts'
import { conversations } from './conversations.ts'
import { customEmoji } from './custom-emoji.ts'
import type { Db } from './db.ts'
import { defaultChannelGroups } from './default-channel-groups.ts'
import { devices } from './devices.ts'
import { directConversations } from './direct-conversations.ts'
import { drafts } from './drafts.ts'
import { exports } from './exports.ts'
import { groups } from './groups.ts'
import { invitations } from './invitations.ts'
import { linkifiers } from './linkifiers.ts'
import { messageEdits } from './message-edits.ts'
import { messageMoves } from './message-moves.ts'
import { messages } from './messages.ts'
import { mutedUsers } from './muted-users.ts'
import { narrows } from './narrows.ts'
import { navigationViews } from './navigation-views.ts'
import { onboardingSteps } from './onboarding-steps.ts'
import { organization } from './organization.ts'
import { playgrounds } from './playgrounds.ts'
import { presence } from './presence.ts'
import { profileFields } from './profile-fields.ts'
import { pushTokens } from './push-tokens.ts'
import { reactions } from './reactions.ts'
import { reminders } from './reminders.ts'
import { savedSnippets } from './saved-snippets.ts'
import { scheduledMessages } from './scheduled-messages.ts'
import { sessions } from './sessions.ts'
import { submessages } from './submessages.ts'
import { subscriptions } from './subscriptions.ts'
import { textIndex } from './text-index.ts'
import { topics } from './topics.ts'
import { userMessages } from './user-messages.ts'
import { userStatuses } from './user-statuses.ts'
import { userTopics } from './user-topics.ts'
import { users } from './users.ts'
import { websites } from './websites.ts'

/** Prepared once, at start: a mistake in SQL stops the server there, not in somebody's request. */
export const openStore = (db: Db) => ({
  onboardingSteps: onboardingSteps(db),
  devices: devices(db),
  pushTokens: pushTokens(db),
  linkifiers: linkifiers(db),
  customEmoji: customEmoji(db),
  presence: presence(db),
  allowedDomains: allowedDomains(db),
  navigationViews: navigationViews(db),
  playgrounds: playgrounds(db),
  savedSnippets: savedSnippets(db),
  bots: bots(db),
  websites: websites(db),
  confirmations: confirmations(db),
  invitations: invitations(db),
  userStatuses: userStatuses(db),
  alertWords: alertWords(db),
  mutedUsers: mutedUsers(db),
  profileFields: profileFields(db),
  defaultChannelGroups: defaultChannelGroups(db),
  directConversations: directConversations(db),
  drafts: drafts(db),
  reminders: reminders(db),
  scheduledMessages: scheduledMessages(db),
  channelEmails: channelEmails(db),
  channelFolders: channelFolders(db),
  channelTraffic: channelTraffic(db),
  channels: channels(db),
  conversations: conversations(db),
  exports: exports(db),
  groups: groups(db),
  messageEdits: messageEdits(db),
  messageMoves: messageMoves(db),
  attachments: attachments(db),
  messages: messages(db),
  narrows: narrows(db),
  organization: organization(db),
  reactions: reactions(db),
  sessions: sessions(db),
  submessages: submessages(db),
  subscriptions: subscriptions(db),
  textIndex: textIndex(db),
  topics: topics(db),
  userMessages: userMessages(db),
  userTopics: userTopics(db),
  users: users(db),
})

export type Store = ReturnType<typeof openStore>
