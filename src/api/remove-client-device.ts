import { removeDevice } from '../domain/devices.ts'
import { endpoint } from './endpoint.ts'
import { int } from './params.ts'

export const removeClientDevice = endpoint('POST /remove_client_device', {
  tier: 'human',
  params: { device_id: int },
  handle: (ctx, { device_id }, call) => removeDevice(ctx, call.user, device_id),
})
