// Which providers of video calls the organization can choose from.

import type { Context } from '../kernel/context.ts'
import { theOrganization } from './organization.ts'

const NONE = { name: 'None', id: 0 }
const JITSI = { name: 'Jitsi Meet', id: 1 }
const BIG_BLUE_BUTTON = { name: 'BigBlueButton', id: 4 }

/** The IDs of all providers that a server can offer. */
export const CALL_PROVIDER_IDS = [NONE.id, JITSI.id, BIG_BLUE_BUTTON.id] as const

/** The address of the Jitsi server: the organization's own, else this server's; undefined if none. */
export const jitsiUrl = (ctx: Context): string | undefined =>
  theOrganization(ctx).settings.jitsi_server_url ?? ctx.server.jitsiUrl

/** The providers that work here, by the names clients know. */
export const callProviders = (ctx: Context): Record<string, { name: string; id: number }> => ({
  disabled: NONE,
  ...(jitsiUrl(ctx) !== undefined && { jitsi_meet: JITSI }),
  ...(ctx.server.bigBlueButton && { big_blue_button: BIG_BLUE_BUTTON }),
})

export const callProviderIds = (ctx: Context): number[] =>
  Object.values(callProviders(ctx)).map(({ id }) => id)

/** The ID of the chosen provider; none if it does not work here any more. */
export function callProvider(ctx: Context): number {
  const chosen = theOrganization(ctx).settings.video_chat_provider
  return callProviderIds(ctx).includes(chosen) ? chosen : NONE.id
}
