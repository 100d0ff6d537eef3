import { addDevice } from '../domain/devices.ts'
import { endpoint } from './endpoint.ts'
import { int } from './params.ts'

export const registerClientDevice = endpoint('POST /register_client_device', {
  tier: 'human',
  returns: { device_id: int },
  handle: async (ctx, _, call) => ({ device_id: await addDevice(ctx, call.user) }),
})
