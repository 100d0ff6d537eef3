// Apps that register for push notifications, which this server does not send.

import { INVALID_DEVICE_ID, NO_PUSH_TOKEN, NO_PUSHES } from '../../errors/personal.ts'
import { refuse } from '../../errors.ts'
import type { PushState } from '../../events/types/personal-events.ts'
import type { PushKind } from '../../store/tables/push-tokens.ts'
import type { App, Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

const NO_PUSH: PushState = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
}

/**
 * Why a registration fails: pushes need a service of the app's maker, to which this server is not
 * subscribed. Apps show this to people.
 */
const WHY_NOT = 'PUSH_NOTIFICATIONS_DISALLOWED'

/** A person's apps, by ID. */
export const ownDevices = (ctx: Context, user: User) =>
  Object.fromEntries(ctx.store.devices.ofUser(user.id).map(({ id, push }) => [id, stateOf(push)]))

const stateOf = (push: string): PushState => ({ ...NO_PUSH, ...JSON.parse(push) })

/** POST /register_client_device: registers an app after login. @returns its ID */
export const addDevice = (ctx: App, user: User): Promise<number> =>
  ctx.commit((tx) => {
    const device_id = tx.store.devices.create(user.id)
    tx.emit({ type: 'device', op: 'add', device_id }, [user.id])
    return device_id
  })

/** POST /remove_client_device, at logout. */
export const removeDevice = (ctx: App, user: User, device_id: number) =>
  ctx.commit((tx) => {
    if (!tx.store.devices.remove(device_id, user.id)) refuse(INVALID_DEVICE_ID)
    tx.emit({ type: 'device', op: 'remove', device_id }, [user.id])
  })

/** A push registration: key and token at first, later either of them. */
export interface PushOptions {
  /** Of the key that would encrypt notifications. */
  keyId: number | undefined
  /** Of where they would be sent to. */
  tokenId: string | undefined
}

/**
 * POST /mobile_push/register. Stores the registration and answers with the state of the device,
 * which says that pushes are not available.
 */
export const registerPush = (ctx: App, user: User, device_id: number, options: PushOptions) =>
  ctx.commit((tx) => {
    const { keyId, tokenId } = options
    const device = findDevice(tx, user, device_id)
    const before = stateOf(device.push)
    if (before.push_key_id === null && (keyId === undefined || tokenId === undefined))
      refuse('BAD_REQUEST', 'The first registration of a device needs a push key and a token.')
    const changes: Partial<PushState> = {
      ...(keyId !== undefined && { push_key_id: keyId }),
      ...(tokenId !== undefined && {
        pending_push_token_id: tokenId,
        push_token_last_updated_timestamp: tx.now,
        push_registration_error_code: WHY_NOT,
      }),
    }
    tx.store.devices.setPush(device_id, JSON.stringify({ ...before, ...changes }))
    tx.emit({ type: 'device', op: 'update', device_id, ...changes }, [user.id])
  })

const findDevice = (ctx: Context, user: User, id: number) =>
  ctx.store.devices.find(id, user.id) ?? refuse(INVALID_DEVICE_ID)

/** POST /users/me/android_gcm_reg_id and apns_device_token, of apps that know no devices. */
export const addPushToken = (
  ctx: App,
  user: User,
  kind: PushKind,
  token: string,
  appId: string | null,
) =>
  ctx.commit((tx) => {
    tx.store.pushTokens.add(user.id, kind, token, appId)
  })

/** DELETE of the same. @throws RequestError INVALID_PUSH_DEVICE_TOKEN for an unknown token */
export const removePushToken = (ctx: App, user: User, kind: PushKind, token: string) =>
  ctx.commit((tx) => {
    if (!tx.store.pushTokens.remove(user.id, kind, token)) refuseToken()
  })

/** POST /mobile_push/test_notification and the one for devices: always refused. */
export function testPush(
  ctx: Context,
  user: User,
  { token, deviceId }: { token?: string | undefined; deviceId?: number | undefined },
): never {
  if (token !== undefined && !ctx.store.pushTokens.isKnown(user.id, token)) refuseToken()
  if (deviceId !== undefined) findDevice(ctx, user, deviceId)
  refuse(NO_PUSHES)
}

const refuseToken = () => refuse(NO_PUSH_TOKEN)
