import { seconds } from '../base/clock.ts'
import { refuse } from '../errors.ts'
import type { PushKind } from '../store/push-tokens.ts'
import type { Context } from './context.ts'
import type { User } from './users.ts'

/** What is known about sending push notifications to a device (events 1.4). */
interface PushState {
  push_key_id: number | null
  push_token_id: string | null
  pending_push_token_id: string | null
  push_token_last_updated_timestamp: number | null
  push_registration_error_code: string | null
}

const NO_PUSH: PushState = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
}

/**
 * Pushes go through a service of the app's maker, which knows the servers that subscribed to it.
 * This one has no such service, and apps show people what a registration came to.
 */
const WHY_NOT = 'PUSH_NOTIFICATIONS_DISALLOWED'

/** A person's apps, by ID. */
export const ownDevices = (ctx: Context, user: User) =>
  Object.fromEntries(ctx.store.devices.ofUser(user.id).map(({ id, push }) => [id, stateOf(push)]))

const stateOf = (push: string): PushState => ({ ...NO_PUSH, ...JSON.parse(push) })

/** POST /register_client_device: an app makes itself known after login. @returns its ID */
export const addDevice = (ctx: Context, user: User): Promise<number> =>
  ctx.commit((emit) => {
    const device_id = ctx.store.devices.create(user.id)
    emit({ type: 'device', op: 'add', device_id }, [user.id])
    return device_id
  })

/** POST /remove_client_device, at logout. */
export const removeDevice = (ctx: Context, user: User, device_id: number) =>
  ctx.commit((emit) => {
    if (!ctx.store.devices.remove(device_id, user.id)) refuse('BAD_REQUEST', 'Invalid device ID')
    emit({ type: 'device', op: 'remove', device_id }, [user.id])
  })

/** What a device says when it wants to be pushed to: once both, later either. */
export interface PushWishes {
  /** Of the key that would encrypt notifications. */
  keyId: number | undefined
  /** Of where they would be sent to. */
  tokenId: string | undefined
}

/**
 * POST /mobile_push/register. What the device says of itself is kept; that the registration came
 * to nothing is told the way every outcome is, by the device's state.
 */
export const registerPush = (ctx: Context, user: User, device_id: number, wishes: PushWishes) =>
  ctx.commit((emit) => {
    const { keyId, tokenId } = wishes
    const device = findDevice(ctx, user, device_id)
    const before = stateOf(device.push)
    if (before.push_key_id === null && (keyId === undefined || tokenId === undefined))
      refuse('BAD_REQUEST', 'The first registration of a device needs a push key and a token.')
    const changes: Partial<PushState> = {
      ...(keyId !== undefined && { push_key_id: keyId }),
      ...(tokenId !== undefined && {
        pending_push_token_id: tokenId,
        push_token_last_updated_timestamp: seconds(ctx.clock),
        push_registration_error_code: WHY_NOT,
      }),
    }
    ctx.store.devices.setPush(device_id, JSON.stringify({ ...before, ...changes }))
    emit({ type: 'device', op: 'update', device_id, ...changes }, [user.id])
  })

const findDevice = (ctx: Context, user: User, id: number) =>
  ctx.store.devices.find(id, user.id) ?? refuse('BAD_REQUEST', 'Invalid device ID')

/** POST /users/me/android_gcm_reg_id and apns_device_token, of apps that know no devices. */
export const addPushToken = (
  ctx: Context,
  user: User,
  kind: PushKind,
  token: string,
  appId: string | null,
) =>
  ctx.commit(() => {
    ctx.store.pushTokens.add(user.id, kind, token, appId)
  })

/** DELETE of the same. @throws RequestError INVALID_PUSH_DEVICE_TOKEN for one the user has not */
export const removePushToken = (ctx: Context, user: User, kind: PushKind, token: string) =>
  ctx.commit(() => {
    if (!ctx.store.pushTokens.remove(user.id, kind, token)) refuseToken()
  })

/** POST /mobile_push/test_notification and its sibling for devices: nobody is notified. */
export function testPush(
  ctx: Context,
  user: User,
  { token, deviceId }: { token?: string | undefined; deviceId?: number | undefined },
): never {
  if (token !== undefined && !ctx.store.pushTokens.isKnown(user.id, token)) refuseToken()
  if (deviceId !== undefined) findDevice(ctx, user, deviceId)
  refuse('PUSH_NOTIFICATIONS_DISALLOWED', 'This server does not send push notifications.')
}

const refuseToken = () => refuse('INVALID_PUSH_DEVICE_TOKEN', 'No such push token')
