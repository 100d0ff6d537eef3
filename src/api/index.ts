import * as account from './account.ts'
import * as attachments from './attachments.ts'
import * as botStorage from './bot-storage.ts'
import * as bots from './bots.ts'
import * as channelFolders from './channel-folders.ts'
import * as channels from './channels.ts'
import * as defaultStreamGroups from './default-stream-groups.ts'
import * as defaultStreams from './default-streams.ts'
import * as dev from './dev.ts'
import * as drafts from './drafts.ts'
import type { Endpoint } from './endpoint.ts'
import * as events from './events.ts'
import * as dataExports from './export.ts'
import * as fetchApiKey from './fetch-api-key.ts'
import * as getStreamId from './get-stream-id.ts'
import * as invites from './invites.ts'
import * as jwt from './jwt.ts'
import * as markAsRead from './mark-as-read.ts'
import * as messages from './messages.ts'
import * as messagesEdit from './messages-edit.ts'
import * as messagesReact from './messages-react.ts'
import * as messagesReport from './messages-report.ts'
import * as messagesSend from './messages-send.ts'
import * as mobilePush from './mobile-push.ts'
import * as navigationViews from './navigation-views.ts'
import * as realm from './realm.ts'
import * as realmDomains from './realm-domains.ts'
import * as realmEmoji from './realm-emoji.ts'
import * as realmLinkifiers from './realm-linkifiers.ts'
import * as realmPictures from './realm-pictures.ts'
import * as realmPlaygrounds from './realm-playgrounds.ts'
import * as realmPresence from './realm-presence.ts'
import * as realmProfileFields from './realm-profile-fields.ts'
import * as realmUserSettingsDefaults from './realm-user-settings-defaults.ts'
import * as register from './register.ts'
import * as registerClientDevice from './register-client-device.ts'
import * as reminders from './reminders.ts'
import * as removeClientDevice from './remove-client-device.ts'
import * as savedSnippets from './saved-snippets.ts'
import * as scheduledMessages from './scheduled-messages.ts'
import * as serverSettings from './server-settings.ts'
import * as settings from './settings.ts'
import * as streams from './streams.ts'
import * as streamsTopics from './streams-topics.ts'
import * as submessage from './submessage.ts'
import * as typing from './typing.ts'
import * as userGroups from './user-groups.ts'
import * as userTopics from './user-topics.ts'
import * as userUploads from './user-uploads.ts'
import * as users from './users.ts'
import * as usersAvatar from './users-avatar.ts'
import * as usersMe from './users-me.ts'
import * as usersMutedTopics from './users-muted-topics.ts'
import * as usersOnboardingSteps from './users-onboarding-steps.ts'
import * as usersPresence from './users-presence.ts'
import * as usersPushTokens from './users-push-tokens.ts'
import * as usersSubscriptions from './users-subscriptions.ts'
import * as usersTopics from './users-topics.ts'
import * as web from './web.ts'

export type { Call, Endpoint, Sent } from './endpoint.ts'

/** Endpoints by the file that declares them: the first segment of the path names it. */
const FILES = {
  'account.ts': account,
  'attachments.ts': attachments,
  'bot-storage.ts': botStorage,
  'bots.ts': bots,
  'channel-folders.ts': channelFolders,
  'channels.ts': channels,
  'default-stream-groups.ts': defaultStreamGroups,
  'default-streams.ts': defaultStreams,
  'dev.ts': dev,
  'drafts.ts': drafts,
  'events.ts': events,
  'export.ts': dataExports,
  'fetch-api-key.ts': fetchApiKey,
  'get-stream-id.ts': getStreamId,
  'invites.ts': invites,
  'jwt.ts': jwt,
  'mark-as-read.ts': markAsRead,
  'messages-edit.ts': messagesEdit,
  'messages-react.ts': messagesReact,
  'messages-report.ts': messagesReport,
  'messages-send.ts': messagesSend,
  'messages.ts': messages,
  'mobile-push.ts': mobilePush,
  'navigation-views.ts': navigationViews,
  'realm-domains.ts': realmDomains,
  'realm-emoji.ts': realmEmoji,
  'realm-linkifiers.ts': realmLinkifiers,
  'realm-pictures.ts': realmPictures,
  'realm-playgrounds.ts': realmPlaygrounds,
  'realm-presence.ts': realmPresence,
  'realm-profile-fields.ts': realmProfileFields,
  'realm-user-settings-defaults.ts': realmUserSettingsDefaults,
  'realm.ts': realm,
  'register-client-device.ts': registerClientDevice,
  'register.ts': register,
  'reminders.ts': reminders,
  'remove-client-device.ts': removeClientDevice,
  'saved-snippets.ts': savedSnippets,
  'scheduled-messages.ts': scheduledMessages,
  'server-settings.ts': serverSettings,
  'settings.ts': settings,
  'streams-topics.ts': streamsTopics,
  'streams.ts': streams,
  'submessage.ts': submessage,
  'typing.ts': typing,
  'user-groups.ts': userGroups,
  'user-topics.ts': userTopics,
  'user-uploads.ts': userUploads,
  'users-avatar.ts': usersAvatar,
  'users-me.ts': usersMe,
  'users-muted-topics.ts': usersMutedTopics,
  'users-onboarding-steps.ts': usersOnboardingSteps,
  'users-presence.ts': usersPresence,
  'users-push-tokens.ts': usersPushTokens,
  'users-subscriptions.ts': usersSubscriptions,
  'users-topics.ts': usersTopics,
  'users.ts': users,
  'web.ts': web,
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'answer' in value && 'path' in value

/** Every endpoint, with the file in src/api that declares it. */
export const endpoints: readonly (Endpoint & { file: string })[] = Object.entries(FILES).flatMap(
  ([file, module]) =>
    Object.values(module)
      .filter(isEndpoint)
      .map((endpoint) => ({ ...endpoint, file })),
)
