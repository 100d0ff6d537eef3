import { seconds } from '../base/clock.ts'
import { refuse } from '../errors.ts'
import type { Context } from './context.ts'
import type { User } from './users.ts'

/** What a device without push notifications has of them (events 1.4). */
const NO_PUSH = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
}

/** A person's apps, by ID. */
export const ownDevices = (ctx: Context, user: User) =>
  Object.fromEntries(
    ctx.store.devices
      .ofUser(user.id)
      .map(({ id, push }) => [id, { ...NO_PUSH, ...(JSON.parse(push) as object) }]),
  )

/** POST /register_client_device: an app makes itself known after login. @returns its ID */
export const addDevice = (ctx: Context, user: User): Promise<number> =>
  ctx.commit((emit) => {
    const device_id = ctx.store.devices.create(user.id, seconds(ctx.clock))
    emit({ type: 'device', op: 'add', device_id }, [user.id])
    return device_id
  })

/** POST /remove_client_device, at logout. */
export const removeDevice = (ctx: Context, user: User, device_id: number) =>
  ctx.commit((emit) => {
    if (!ctx.store.devices.remove(device_id, user.id)) refuse('BAD_REQUEST', 'Invalid device ID')
    emit({ type: 'device', op: 'remove', device_id }, [user.id])
  })
