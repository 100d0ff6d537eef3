// Endpoints: push registrations of devices.

import * as z from 'zod'
import { registerPush, testPush } from '../../../domain/personal/devices.ts'
import { refuse } from '../../../errors.ts'
import { endpoint } from '../../core/endpoint.ts'
import { filledText, int, text } from '../../core/params.ts'

const base64 = (bytes: number) =>
  text
    .refine((value) => decoded(value)?.length === bytes, {
      error: `is not base64 of ${bytes} bytes`,
    })
    .meta({ format: 'byte' })

function decoded(value: string): Buffer | undefined {
  const bytes = Buffer.from(value, 'base64')
  return bytes.toString('base64') === value ? bytes : undefined
}

/** The first byte of a push key names the way of encryption, and there is one. */
const pushKey = base64(33).refine((value) => decoded(value)?.[0] === 0x31, {
  error: 'has an unknown kind of encryption',
})

export const registerPushEndpoint = endpoint('POST /mobile_push/register', {
  summary: 'Stores the push key or the push token of a device.',
  tier: 'human',
  params: {
    device_id: int.describe('The device, from POST /register_client_device.'),
    push_key_id: int.min(0).optional().describe('Chosen by the client; comes with push_key.'),
    push_key: pushKey
      .optional()
      .describe(
        'Base64 of 33 bytes: the kind of encryption, which is 0x31, and a key of 32 bytes.',
      ),
    token_kind: z
      .enum(['fcm', 'apns'])
      .optional()
      .describe('Whose push service the token is for; comes with the other fields of the token.'),
    token_id: base64(8).optional().describe('Base64 of 8 bytes that name the token.'),
    bouncer_public_key: base64(32)
      .optional()
      .describe('Base64 of the 32 bytes the registration is encrypted to.'),
    encrypted_push_registration: filledText()
      .optional()
      .describe('The token, encrypted for the push service.'),
  },
  handle(ctx, sent, call) {
    const { device_id, push_key_id: keyId, token_id: tokenId } = sent
    const hasKey = allOrNone(sent.push_key_id, sent.push_key)
    const hasToken = allOrNone(
      sent.token_kind,
      sent.token_id,
      sent.bouncer_public_key,
      sent.encrypted_push_registration,
    )
    if (!hasKey && !hasToken) refuse('BAD_REQUEST', INCOMPLETE)
    return registerPush(ctx, call.user, device_id, { keyId, tokenId })
  },
})

const INCOMPLETE = 'Send all fields of the push key, all fields of the token, or both.'

/** @throws RequestError where some are missing */
function allOrNone(...fields: unknown[]): boolean {
  const given = fields.filter((field) => field !== undefined).length
  if (given > 0 && given < fields.length) refuse('BAD_REQUEST', INCOMPLETE)
  return given > 0
}

export const testNotification = endpoint('POST /mobile_push/test_notification', {
  summary:
    'Sends a test notification; always refused, for this server sends no push notifications.',
  tier: 'human',
  errors: ['PUSH_NOTIFICATIONS_DISALLOWED', 'INVALID_PUSH_DEVICE_TOKEN'],
  params: { token: text.optional().describe('One push token; without it all of the caller.') },
  handle: (ctx, { token }, call) => testPush(ctx, call.user, { token }),
})

export const testDeviceNotification = endpoint('POST /mobile_push/e2ee/test_notification', {
  summary:
    'Sends an encrypted test notification; always refused, for this server sends no push notifications.',
  tier: 'human',
  errors: ['PUSH_NOTIFICATIONS_DISALLOWED'],
  params: { device_id: int.optional().describe('One device; without it all of the caller.') },
  handle: (ctx, { device_id }, call) => testPush(ctx, call.user, { deviceId: device_id }),
})
