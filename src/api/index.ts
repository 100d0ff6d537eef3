// Lists every endpoint. A new file of endpoints is added here.

import type { Endpoint } from './core/endpoint.ts'
import * as channelFolders from './endpoints/channels/channel-folders.ts'
import * as channels from './endpoints/channels/channels.ts'
import * as defaultStreamGroups from './endpoints/channels/default-stream-groups.ts'
import * as defaultStreams from './endpoints/channels/default-streams.ts'
import * as getStreamId from './endpoints/channels/get-stream-id.ts'
import * as streams from './endpoints/channels/streams.ts'
import * as streamsTopics from './endpoints/channels/streams-topics.ts'
import * as userTopics from './endpoints/channels/user-topics.ts'
import * as usersMutedTopics from './endpoints/channels/users-muted-topics.ts'
import * as usersSubscriptions from './endpoints/channels/users-subscriptions.ts'
import * as usersTopics from './endpoints/channels/users-topics.ts'
import * as mobilePush from './endpoints/devices/mobile-push.ts'
import * as registerClientDevice from './endpoints/devices/register-client-device.ts'
import * as removeClientDevice from './endpoints/devices/remove-client-device.ts'
import * as usersPushSubscriptions from './endpoints/devices/users-push-subscriptions.ts'
import * as usersPushTokens from './endpoints/devices/users-push-tokens.ts'
import * as events from './endpoints/live/events.ts'
import * as register from './endpoints/live/register.ts'
import * as account from './endpoints/login/account.ts'
import * as dev from './endpoints/login/dev.ts'
import * as fetchApiKey from './endpoints/login/fetch-api-key.ts'
import * as jwt from './endpoints/login/jwt.ts'
import * as web from './endpoints/login/web.ts'
import * as attachments from './endpoints/messages/attachments.ts'
import * as markAsRead from './endpoints/messages/mark-as-read.ts'
import * as messages from './endpoints/messages/messages.ts'
import * as messagesEdit from './endpoints/messages/messages-edit.ts'
import * as messagesReact from './endpoints/messages/messages-react.ts'
import * as messagesReport from './endpoints/messages/messages-report.ts'
import * as messagesSend from './endpoints/messages/messages-send.ts'
import * as reminders from './endpoints/messages/reminders.ts'
import * as scheduledMessages from './endpoints/messages/scheduled-messages.ts'
import * as submessage from './endpoints/messages/submessage.ts'
import * as typing from './endpoints/messages/typing.ts'
import * as userUploads from './endpoints/messages/user-uploads.ts'
import * as calls from './endpoints/organization/calls.ts'
import * as dataExports from './endpoints/organization/export.ts'
import * as realm from './endpoints/organization/realm.ts'
import * as realmDomains from './endpoints/organization/realm-domains.ts'
import * as realmEmoji from './endpoints/organization/realm-emoji.ts'
import * as realmLinkifiers from './endpoints/organization/realm-linkifiers.ts'
import * as realmMail from './endpoints/organization/realm-mail.ts'
import * as realmPictures from './endpoints/organization/realm-pictures.ts'
import * as realmPlaygrounds from './endpoints/organization/realm-playgrounds.ts'
import * as realmProfileFields from './endpoints/organization/realm-profile-fields.ts'
import * as realmServer from './endpoints/organization/realm-server.ts'
import * as realmUserSettingsDefaults from './endpoints/organization/realm-user-settings-defaults.ts'
import * as serverSettings from './endpoints/organization/server-settings.ts'
import * as drafts from './endpoints/personal/drafts.ts'
import * as navigationViews from './endpoints/personal/navigation-views.ts'
import * as savedSnippets from './endpoints/personal/saved-snippets.ts'
import * as settings from './endpoints/personal/settings.ts'
import * as usersOnboardingSteps from './endpoints/personal/users-onboarding-steps.ts'
import * as botStorage from './endpoints/users/bot-storage.ts'
import * as bots from './endpoints/users/bots.ts'
import * as invites from './endpoints/users/invites.ts'
import * as realmPresence from './endpoints/users/realm-presence.ts'
import * as userGroups from './endpoints/users/user-groups.ts'
import * as users from './endpoints/users/users.ts'
import * as usersAvatar from './endpoints/users/users-avatar.ts'
import * as usersMe from './endpoints/users/users-me.ts'
import * as usersPresence from './endpoints/users/users-presence.ts'

export type { Endpoint, EndpointCall, RawParameters } from './core/endpoint.ts'

/** Endpoints by the folder that is their part of the interface, and the file that declares them. */
const AREAS = {
  channels: {
    'channel-folders.ts': channelFolders,
    'channels.ts': channels,
    'default-stream-groups.ts': defaultStreamGroups,
    'default-streams.ts': defaultStreams,
    'get-stream-id.ts': getStreamId,
    'streams-topics.ts': streamsTopics,
    'streams.ts': streams,
    'user-topics.ts': userTopics,
    'users-muted-topics.ts': usersMutedTopics,
    'users-subscriptions.ts': usersSubscriptions,
    'users-topics.ts': usersTopics,
  },
  devices: {
    'mobile-push.ts': mobilePush,
    'register-client-device.ts': registerClientDevice,
    'remove-client-device.ts': removeClientDevice,
    'users-push-subscriptions.ts': usersPushSubscriptions,
    'users-push-tokens.ts': usersPushTokens,
  },
  live: {
    'events.ts': events,
    'register.ts': register,
  },
  login: {
    'account.ts': account,
    'dev.ts': dev,
    'fetch-api-key.ts': fetchApiKey,
    'jwt.ts': jwt,
    'web.ts': web,
  },
  messages: {
    'attachments.ts': attachments,
    'mark-as-read.ts': markAsRead,
    'messages-edit.ts': messagesEdit,
    'messages-react.ts': messagesReact,
    'messages-report.ts': messagesReport,
    'messages-send.ts': messagesSend,
    'messages.ts': messages,
    'reminders.ts': reminders,
    'scheduled-messages.ts': scheduledMessages,
    'submessage.ts': submessage,
    'typing.ts': typing,
    'user-uploads.ts': userUploads,
  },
  organization: {
    'calls.ts': calls,
    'export.ts': dataExports,
    'realm-domains.ts': realmDomains,
    'realm-emoji.ts': realmEmoji,
    'realm-linkifiers.ts': realmLinkifiers,
    'realm-mail.ts': realmMail,
    'realm-server.ts': realmServer,
    'realm-pictures.ts': realmPictures,
    'realm-playgrounds.ts': realmPlaygrounds,
    'realm-profile-fields.ts': realmProfileFields,
    'realm-user-settings-defaults.ts': realmUserSettingsDefaults,
    'realm.ts': realm,
    'server-settings.ts': serverSettings,
  },
  personal: {
    'drafts.ts': drafts,
    'navigation-views.ts': navigationViews,
    'saved-snippets.ts': savedSnippets,
    'settings.ts': settings,
    'users-onboarding-steps.ts': usersOnboardingSteps,
  },
  users: {
    'bot-storage.ts': botStorage,
    'bots.ts': bots,
    'invites.ts': invites,
    'realm-presence.ts': realmPresence,
    'user-groups.ts': userGroups,
    'users-avatar.ts': usersAvatar,
    'users-me.ts': usersMe,
    'users-presence.ts': usersPresence,
    'users.ts': users,
  },
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'answer' in value && 'path' in value

/** Every endpoint, with its part of the interface and the file below src/api/endpoints. */
export const endpoints: readonly (Endpoint & { area: string; file: string })[] = Object.entries(
  AREAS,
).flatMap(([area, files]) =>
  Object.entries(files).flatMap(([file, module]) =>
    Object.values(module)
      .filter(isEndpoint)
      .map((endpoint) => ({ ...endpoint, area, file: `${area}/${file}` })),
  ),
)
