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
  alertWords: alertWords(db),
  allowedDomains: allowedDomains(db),
  attachments: attachments(db),
  bots: bots(db),
  channelEmails: channelEmails(db),
  channelFolders: channelFolders(db),
  channels: channels(db),
  channelTraffic: channelTraffic(db),
  confirmations: confirmations(db),
  conversations: conversations(db),
  customEmoji: customEmoji(db),
  defaultChannelGroups: defaultChannelGroups(db),
  devices: devices(db),
  directConversations: directConversations(db),
  drafts: drafts(db),
  exports: exports(db),
  groups: groups(db),
  invitations: invitations(db),
  linkifiers: linkifiers(db),
  messageEdits: messageEdits(db),
  messageMoves: messageMoves(db),
  messages: messages(db),
  mutedUsers: mutedUsers(db),
  narrows: narrows(db),
  navigationViews: navigationViews(db),
  onboardingSteps: onboardingSteps(db),
  organization: organization(db),
  playgrounds: playgrounds(db),
  presence: presence(db),
  profileFields: profileFields(db),
  pushTokens: pushTokens(db),
  reactions: reactions(db),
  reminders: reminders(db),
  savedSnippets: savedSnippets(db),
  scheduledMessages: scheduledMessages(db),
  sessions: sessions(db),
  submessages: submessages(db),
  subscriptions: subscriptions(db),
  textIndex: textIndex(db),
  topics: topics(db),
  userMessages: userMessages(db),
  users: users(db),
  userStatuses: userStatuses(db),
  userTopics: userTopics(db),
  websites: websites(db),
})

export type Store = ReturnType<typeof openStore>
