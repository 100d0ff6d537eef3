// Endpoints: registering a device.

import { addDevice } from '../../../domain/personal/devices.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int } from '../../core/params.ts'

export const registerClientDevice = endpoint('POST /register_client_device', {
  summary: 'Registers the device of a client that logged in.',
  tier: 'human',
  returns: { device_id: int },
  handle: async (ctx, _, call) => ({ device_id: await addDevice(ctx, call.user) }),
})
