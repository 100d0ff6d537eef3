import { addPushToken, removePushToken } from '../domain/devices.ts'
import { endpoint } from './endpoint.ts'
import { filledText } from './params.ts'

const token = filledText(4096)

/** Apple's tokens are bytes in hexadecimal digits. */
const apnsToken = token.refine((value) => /^([0-9a-f]{2})+$/i.test(value), {
  error: 'is not hexadecimal',
})

export const addFcmToken = endpoint('POST /users/me/android_gcm_reg_id', {
  tier: 'human',
  params: { token },
  handle: (ctx, { token }, call) => addPushToken(ctx, call.user, 'fcm', token, null),
})

export const removeFcmToken = endpoint('DELETE /users/me/android_gcm_reg_id', {
  tier: 'human',
  params: { token },
  handle: (ctx, { token }, call) => removePushToken(ctx, call.user, 'fcm', token),
})

export const addApnsToken = endpoint('POST /users/me/apns_device_token', {
  tier: 'human',
  params: { token: apnsToken, appid: filledText(255) },
  handle: (ctx, { token, appid }, call) => addPushToken(ctx, call.user, 'apns', token, appid),
})

export const removeApnsToken = endpoint('DELETE /users/me/apns_device_token', {
  tier: 'human',
  params: { token: apnsToken },
  handle: (ctx, { token }, call) => removePushToken(ctx, call.user, 'apns', token),
})
