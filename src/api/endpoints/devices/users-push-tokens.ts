// Endpoints: push tokens of apps that know no devices.

import { addPushToken, removePushToken } from '../../../domain/personal/devices.ts'
import { endpoint } from '../../core/endpoint.ts'
import { filledText } from '../../core/params.ts'

const token = filledText(4096)

export const addFcmToken = endpoint('POST /users/me/android_gcm_reg_id', {
  summary: "Stores a push token of Google's service.",
  tier: 'human',
  params: { token: token.describe('The token that the push service gave the client.') },
  handle: (ctx, { token }, call) => addPushToken(ctx, call.user, 'fcm', token, null),
})

export const removeFcmToken = endpoint('DELETE /users/me/android_gcm_reg_id', {
  summary: "Removes a push token of Google's service.",
  tier: 'human',
  errors: ['INVALID_PUSH_DEVICE_TOKEN'],
  params: { token: token.describe('The token that the push service gave the client.') },
  handle: (ctx, { token }, call) => removePushToken(ctx, call.user, 'fcm', token),
})

export const addApnsToken = endpoint('POST /users/me/apns_device_token', {
  summary: "Stores a push token of Apple's service.",
  tier: 'human',
  params: {
    token: token.describe('The token that the push service gave the client.'),
    appid: filledText(255).describe('The bundle ID of the client.'),
  },
  handle: (ctx, { token, appid }, call) => addPushToken(ctx, call.user, 'apns', token, appid),
})

export const removeApnsToken = endpoint('DELETE /users/me/apns_device_token', {
  summary: "Removes a push token of Apple's service.",
  tier: 'human',
  errors: ['INVALID_PUSH_DEVICE_TOKEN'],
  params: { token: token.describe('The token that the push service gave the client.') },
  handle: (ctx, { token }, call) => removePushToken(ctx, call.user, 'apns', token),
})
