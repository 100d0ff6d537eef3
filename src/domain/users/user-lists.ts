// Users as GET endpoints and the snapshot list them.

import { JsonBytes, JsonInPieces, utf8Of } from '../../base/json.ts'
import { listInSlices, listPieces } from '../../base/list-text.ts'
import type { Capability } from '../../events/types/client-format.ts'
import { hasPermission } from '../access/groups.ts'
import { ROLE } from '../access/roles.ts'
import { admitSpectator } from '../access/spectators.ts'
import type { Context } from '../kernel/context.ts'
import { derivedVariants } from '../kernel/derived.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { unknownAvatar } from '../pictures/pictures.ts'
import { profileDataOf, profileDataOfAll } from './profile-data.ts'
import { userListText } from './user-list-text.ts'
import {
  apiEmail,
  avatarUrl,
  describeUser,
  findByKnownEmail,
  requireVisible,
  seesEveryone,
  sight,
  type User,
  type UserDescription,
  unknownPerson,
  visibleUser,
} from './users.ts'

export interface UserListOptions {
  clientGravatar: boolean
  withProfiles: boolean
}

/**
 * GET /users: everyone the viewer may see, deactivated people too, by ID.
 * @param ids only these
 * @throws RequestError "No such user" for an ID that is not among them
 */
export async function listUsers(
  ctx: Context,
  viewer: Viewer,
  ids: readonly number[] | undefined,
  { clientGravatar, withProfiles }: UserListOptions,
) {
  admitSpectator(ctx, viewer)
  const chosen = ids
    ? [...new Set(ids)].sort((a, b) => a - b).map((id) => visibleUser(ctx, viewer, id))
    : ctx.store.users.all().filter(sight(ctx, viewer))
  const profileOf = withProfiles ? (user: User) => profileDataOf(ctx, user) : undefined
  const describe = (user: User) => describeUser(ctx, user, viewer, { clientGravatar, profileOf })
  return listInSlices(chosen, describe)
}

/** A section that is described and written in slices later, from the rows of users as they are now. */
const inPieces = (users: readonly User[], describe: (user: User) => object) =>
  new JsonInPieces(() => listPieces(users, describe))

/** GET /users/{id}. */
export const readUser = (ctx: Context, viewer: Viewer, id: number, options: UserListOptions) =>
  describeOne(ctx, visibleUser(ctx, viewer, id), viewer, options)

/** GET /users/{email}: by an address the viewer may know. */
export const readUserByEmail = (
  ctx: Context,
  viewer: Viewer,
  email: string,
  options: UserListOptions,
) => describeOne(ctx, userByAddress(ctx, viewer, email), viewer, options)

/** @throws RequestError "No such user", also if the viewer may not see the address */
export function userByAddress(ctx: Context, viewer: Viewer, email: string): User {
  return requireVisible(ctx, viewer, findByKnownEmail(ctx, viewer, email))
}

const describeOne = (
  ctx: Context,
  user: User,
  viewer: Viewer,
  { clientGravatar, withProfiles }: UserListOptions,
) =>
  describeUser(ctx, user, viewer, {
    clientGravatar,
    profileOf: withProfiles ? (user) => profileDataOf(ctx, user) : undefined,
  })

interface SectionOptions {
  clientGravatar: boolean
  capabilities: ReadonlySet<Capability>
}

/** Section realm_user of the snapshot. */
export function userSection(ctx: Context, viewer: User, options: SectionOptions) {
  const { clientGravatar, capabilities } = options
  if (seesEveryone(ctx, viewer)) return completeSection(ctx, viewer, clientGravatar)
  const listed = lister(ctx, viewer, { clientGravatar, profileOf: profileDataOfAll(ctx) })
  const all = ctx.store.users.all()
  const sees = sight(ctx, viewer)
  const namesHidden = !capabilities.has('user_list_incomplete')
  const named = all.filter((user) => (sees(user) ? user.is_active === 1 : namesHidden))
  return {
    realm_users: inPieces(named, (user) => (sees(user) ? listed(user) : placeholder(ctx, user))),
    realm_non_active_users: inPieces(
      all.filter((user) => sees(user) && !user.is_active),
      listed,
    ),
    cross_realm_bots: ctx.store.users.systemBots().map(listed),
    ...ownKeys(ctx, viewer),
  }
}

/**
 * The section for those who see everyone. Thousands of users are the larger part of a snapshot, and
 * the same for all viewers of a role but for one thing: everyone sees their own address.
 */
function completeSection(ctx: Context, viewer: User, clientGravatar: boolean) {
  const list = (name: ListName) => listFor(ctx, viewer, clientGravatar, name)
  const described = (asWhom: Viewer) =>
    utf8Of(
      JSON.stringify(
        lister(ctx, asWhom, { clientGravatar, profileOf: (user) => profileDataOf(ctx, user) })(
          viewer,
        ),
      ),
    )
  const stranger = { ...viewer, id: NOBODY }
  return {
    realm_users: new JsonBytes(
      list('active')
        .whole(ctx)
        .replace(described(stranger), () => described(viewer)),
    ),
    realm_non_active_users: new JsonBytes(list('inactive').whole(ctx)),
    cross_realm_bots: ctx.store.users.systemBots().map(lister(ctx, viewer, { clientGravatar })),
    ...ownKeys(ctx, viewer),
  }
}

const listFor = (ctx: Context, { role }: User, clientGravatar: boolean, list: ListName) =>
  usersAsJson(ctx, JSON.stringify({ list, role, clientGravatar } satisfies Variant))

/**
 * Writes the lists of this section where users have changed, so that it is there at once.
 * @param pause awaited between ranges
 */
export async function prepareUserLists(
  ctx: Context,
  viewer: User,
  clientGravatar: boolean,
  pause: () => Promise<unknown>,
): Promise<void> {
  if (!seesEveryone(ctx, viewer)) return
  for (const name of ['active', 'inactive'] as const)
    await listFor(ctx, viewer, clientGravatar, name).writeAhead(ctx, pause)
}

/** The ID of no user. */
const NOBODY = 0

type ListName = 'active' | 'inactive'

/** What a list of users in JSON depends on besides the users. */
interface Variant {
  list: ListName
  role: number
  clientGravatar: boolean
}

/** A list of users, as viewers of a role see those who are not themselves. */
const usersAsJson = derivedVariants(
  // It follows by itself what changes.
  () => 0,
  ({ store: { users } }, variant) => {
    const { list, role, clientGravatar } = JSON.parse(variant) as Variant
    const viewer = { ...users.systemBots()[0]!, id: NOBODY, role }
    const isActive = list === 'active' ? 1 : 0
    return userListText((ctx, some) => {
      const profileOf = (user: User) => profileDataOf(ctx, user)
      const listed = lister(ctx, viewer, { clientGravatar, profileOf })
      return some.filter((user) => user.is_active === isActive).map(listed)
    })
  },
)

/** The same section for spectators. */
export function spectatorSection(ctx: Context) {
  const listed = lister(ctx, undefined)
  const all = ctx.store.users.all()
  return {
    realm_users: inPieces(
      all.filter((user) => user.is_active),
      listed,
    ),
    realm_non_active_users: inPieces(
      all.filter((user) => !user.is_active),
      listed,
    ),
    cross_realm_bots: ctx.store.users.systemBots().map(listed),
    user_id: 0,
    email: '',
    full_name: 'Anonymous',
    delivery_email: '',
    is_owner: false,
    is_admin: false,
    is_moderator: false,
    is_guest: true,
    avatar_source: 'J',
    avatar_url: unknownAvatar(ctx),
    avatar_url_medium: unknownAvatar(ctx, true),
    can_create_public_streams: false,
    can_create_private_streams: false,
    can_create_web_public_streams: false,
    can_create_streams: false,
    can_subscribe_other_users: false,
    can_invite_others_to_realm: false,
  }
}

/** Describes a user for a list; `is_active` is left out, since the list says it. */
const lister = (ctx: Context, viewer: Viewer, description?: UserDescription) => (user: User) => {
  const { is_active, ...described } = describeUser(ctx, user, viewer, description)
  return described
}

/** The placeholder for a user who is hidden from a guest; some clients need one for every sender. */
const placeholder = (ctx: Context, user: User) => ({
  ...unknownPerson(ctx, user.id),
  delivery_email: null,
  date_joined: new Date(0).toISOString().replace('.000Z', '+00:00'),
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  role: ROLE.member,
  timezone: '',
  avatar_url: unknownAvatar(ctx),
  avatar_version: 1,
  is_imported_stub: false,
  profile_data: {},
})

function ownKeys(ctx: Context, user: User) {
  const may = (permission: Parameters<typeof hasPermission>[2]) =>
    user.role !== ROLE.guest && hasPermission(ctx, user, permission)
  const creates = {
    can_create_public_streams: may('can_create_public_channel_group'),
    can_create_private_streams: may('can_create_private_channel_group'),
    can_create_web_public_streams: may('can_create_web_public_channel_group'),
  }
  return {
    user_id: user.id,
    email: apiEmail(ctx, user),
    full_name: user.full_name,
    delivery_email: user.email,
    is_owner: user.role === ROLE.owner,
    is_admin: user.role <= ROLE.administrator,
    is_moderator: user.role <= ROLE.moderator,
    is_guest: user.role === ROLE.guest,
    avatar_source: user.avatar_source,
    avatar_url: avatarUrl(ctx, user),
    avatar_url_medium: avatarUrl(ctx, user, 'medium'),
    ...creates,
    can_create_streams: Object.values(creates).some(Boolean),
    can_subscribe_other_users: may('can_add_subscribers_group'),
    can_invite_others_to_realm: may('can_invite_users_group'),
  }
}
