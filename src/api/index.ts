import * as account from './account.ts'
import * as drafts from './drafts.ts'
import type { Endpoint } from './endpoint.ts'
import * as events from './events.ts'
import * as fetchApiKey from './fetch-api-key.ts'
import * as messages from './messages.ts'
import * as navigationViews from './navigation-views.ts'
import * as realm from './realm.ts'
import * as realmDomains from './realm-domains.ts'
import * as realmPlaygrounds from './realm-playgrounds.ts'
import * as realmProfileFields from './realm-profile-fields.ts'
import * as register from './register.ts'
import * as reminders from './reminders.ts'
import * as savedSnippets from './saved-snippets.ts'
import * as scheduledMessages from './scheduled-messages.ts'
import * as serverSettings from './server-settings.ts'
import * as streams from './streams.ts'
import * as users from './users.ts'
import * as usersMe from './users-me.ts'
import * as web from './web.ts'

export type { Call, Endpoint, Sent } from './endpoint.ts'

/** Endpoints by the file that declares them: the first segment of the path names it. */
const FILES = {
  'account.ts': account,
  'events.ts': events,
  'fetch-api-key.ts': fetchApiKey,
  'messages.ts': messages,
  'navigation-views.ts': navigationViews,
  'realm.ts': realm,
  'realm-domains.ts': realmDomains,
  'realm-playgrounds.ts': realmPlaygrounds,
  'saved-snippets.ts': savedSnippets,
  'realm-profile-fields.ts': realmProfileFields,
  'drafts.ts': drafts,
  'reminders.ts': reminders,
  'scheduled-messages.ts': scheduledMessages,
  'register.ts': register,
  'server-settings.ts': serverSettings,
  'streams.ts': streams,
  'users.ts': users,
  'users-me.ts': usersMe,
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
