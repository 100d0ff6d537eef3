// What the person who runs the server may do from the command line, on a running server or on its
// folder. Each command acts as an owner would and goes through the same endpoints.

import { callAs } from '../api/in-process.ts'
import { ROLE, type Role } from '../domain/access/roles.ts'
import { createAccount } from '../domain/authentication/accounts.ts'
import { createPasswordLink } from '../domain/joining/account-links.ts'
import { joinLink } from '../domain/joining/invitation-lists.ts'
import type { App, BackupStatus, Context } from '../domain/kernel/context.ts'
import { mailStatus } from '../domain/mail/mail-sending.ts'
import { findOrganization, theOrganization } from '../domain/organization/organization.ts'
import { findByEmail, isPerson, type User } from '../domain/users/users.ts'
import { StartError } from '../errors.ts'

/** Roles by the names that people read. */
export const ROLE_NAMES: Record<string, number> = {
  owner: ROLE.owner,
  administrator: ROLE.administrator,
  moderator: ROLE.moderator,
  member: ROLE.member,
  guest: ROLE.guest,
}

export interface UserRow {
  id: number
  name: string
  email: string
  role: string
  active: boolean
}

export interface Status {
  version: string
  url: string
  organization: string
  /** Seconds since the server started; null: it does not run. */
  uptime: number | null
  people: number
  bots: number
  messages: number
  /** Clients with an event queue, of people and bots. */
  queues: number
  /** Bytes the process holds; null: the server does not run. */
  memory: number | null
  mail: ReturnType<typeof mailStatus>
  /** How scheduled backups are going; null: none are made, or the server does not run. */
  backups: BackupStatus | null
}

type Arguments = Record<string, string | undefined>

/** By name. Every argument is text, as it was typed. */
export const adminCommands = {
  'user list': (ctx: Context): UserRow[] =>
    [...ctx.store.users.all()].filter(isPerson).map(describe),

  'user add': async (ctx: App, { email = '', name = '', role }: Arguments) => {
    const id = await ctx.commit((tx) =>
      createAccount(tx, {
        email,
        fullName: name,
        passwordHash: null,
        role: roleNamed(role) as Role,
      }),
    )
    const user = ctx.store.users.find(id)!
    return { ...describe(user), password_link: await passwordLink(ctx, user) }
  },

  'user invite': async (ctx: App, { email = '', role, days }: Arguments) => {
    const owner = actingOwner(ctx)
    const { is_mailed } = await callAs(ctx, owner.id, 'POST /invites', {
      invitee_emails: email,
      stream_ids: [],
      include_realm_default_subscriptions: true,
      ...invitationTerms(role, days),
    })
    const made = ctx.store.invitations
      .open(Math.floor(ctx.clock.now() / 1000))
      .findLast((invitation) => invitation.email === email.trim())
    return { email, link: joinLink(ctx, made!.key), is_mailed: is_mailed === true }
  },

  'user deactivate': async (ctx: App, { email }: Arguments) => {
    const user = personAt(ctx, email)
    await callAs(ctx, actingOwner(ctx, user).id, 'DELETE /users/:user_id', { user_id: user.id })
    return describe(ctx.store.users.find(user.id)!)
  },

  'user reactivate': async (ctx: App, { email }: Arguments) => {
    const user = personAt(ctx, email)
    const parameters = { user_id: user.id }
    await callAs(ctx, actingOwner(ctx).id, 'POST /users/:user_id/reactivate', parameters)
    return describe(ctx.store.users.find(user.id)!)
  },

  'user role': async (ctx: App, { email, role }: Arguments) => {
    const user = personAt(ctx, email)
    const parameters = { user_id: user.id, role: roleNamed(role) }
    await callAs(ctx, actingOwner(ctx, user).id, 'PATCH /users/:user_id', parameters)
    return describe(ctx.store.users.find(user.id)!)
  },

  'user password': async (ctx: App, { email }: Arguments) => {
    const user = personAt(ctx, email)
    return { email: user.email, link: await passwordLink(ctx, user) }
  },

  invite: async (ctx: App, { role, days }: Arguments) => {
    const { invite_link } = await callAs(ctx, actingOwner(ctx).id, 'POST /invites/multiuse', {
      include_realm_default_subscriptions: true,
      ...invitationTerms(role, days),
    })
    return { link: invite_link as string }
  },

  'settings get': (ctx: Context, { name }: Arguments) => {
    const settings = theOrganization(ctx).settings as object as Record<string, unknown>
    if (name === undefined) return settings
    requireSetting(settings, name)
    return { [name]: settings[name] }
  },

  'settings set': async (ctx: App, { name = '', value = '' }: Arguments) => {
    const settings = theOrganization(ctx).settings as object as Record<string, unknown>
    requireSetting(settings, name)
    await callAs(ctx, actingOwner(ctx).id, 'PATCH /realm', { [name]: value })
    const changed = theOrganization(ctx).settings as object as Record<string, unknown>
    return { [name]: changed[name] }
  },

  status: (ctx: Context): Status => {
    const users = ctx.store.users.all()
    return {
      version: ctx.server.version,
      url: ctx.server.url,
      organization: theOrganization(ctx).settings.name,
      uptime: Math.floor(ctx.clock.now() / 1000) - ctx.server.startedAt,
      people: users.filter((user) => isPerson(user) && user.is_active).length,
      bots: users.filter((user) => !isPerson(user) && user.is_active).length,
      messages: ctx.store.messages.newestId(),
      queues: [...ctx.hub.listeners()].length,
      memory: process.memoryUsage.rss(),
      mail: mailStatus(ctx),
      backups: ctx.server.backups?.() ?? null,
    }
  },
}

export type AdminCommand = keyof typeof adminCommands

export type AdminResult<Name extends AdminCommand> = Awaited<
  ReturnType<(typeof adminCommands)[Name]>
>

/** @throws StartError for a folder without an organization; RequestError where a rule refuses */
export async function runAdminCommand(ctx: App, name: AdminCommand, args: Arguments) {
  if (!findOrganization(ctx)) throw new StartError('There is no organization yet.')
  return adminCommands[name](ctx, args)
}

const describe = ({ id, full_name, email, role, is_active }: User): UserRow => ({
  id,
  name: full_name,
  email,
  role: Object.keys(ROLE_NAMES).find((name) => ROLE_NAMES[name] === role) ?? String(role),
  active: is_active === 1,
})

const passwordLink = async (ctx: App, user: User) =>
  `${ctx.server.url}/password/${await createPasswordLink(ctx, user)}/`

/**
 * The owner in whose name a command acts. A command about an owner acts in the name of another owner
 * if the organization has one.
 */
function actingOwner(ctx: Context, about?: User): User {
  const owners = ctx.store.users
    .all()
    .filter((user) => user.is_active && isPerson(user) && user.role === ROLE.owner)
  const owner = owners.find(({ id }) => id !== about?.id) ?? owners[0]
  if (!owner) throw new StartError('The organization has no active owner.')
  return owner
}

function personAt(ctx: Context, email = ''): User {
  const user = findByEmail(ctx, email)
  if (!user || !isPerson(user)) throw new StartError(`Nobody has the address ${email}.`)
  return user
}

function roleNamed(name = 'member'): number {
  const role = ROLE_NAMES[name]
  if (role === undefined)
    throw new StartError(`The role must be ${Object.keys(ROLE_NAMES).join(', ')}, not ${name}.`)
  return role
}

const DAY_MINUTES = 24 * 60

function invitationTerms(role: string | undefined, days = '10') {
  if (!/^\d{1,4}$/.test(days) && days !== 'unlimited')
    throw new StartError(`The days must be a whole number or unlimited, not ${days}.`)
  return {
    invite_as: roleNamed(role),
    invite_expires_in_minutes: days === 'unlimited' ? null : Number(days) * DAY_MINUTES,
  }
}

function requireSetting(settings: Record<string, unknown>, name: string) {
  if (!Object.hasOwn(settings, name))
    throw new StartError(`There is no setting ${name}; hearth settings get lists them.`)
}
