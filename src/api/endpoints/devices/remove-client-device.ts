// Endpoints: removing a device.

import { removeDevice } from '../../../domain/personal/devices.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int } from '../../core/params.ts'

export const removeClientDevice = endpoint('POST /remove_client_device', {
  summary: 'Removes the device of a client that logs out.',
  tier: 'human',
  params: { device_id: int.describe('The device, from POST /register_client_device.') },
  handle: (ctx, { device_id }, call) => removeDevice(ctx, call.user, device_id),
})
