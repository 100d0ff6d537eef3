// Endpoints: video calls.

import { createCall, MAX_CALL_NAME_LENGTH } from '../../../domain/calls/bigbluebutton.ts'
import { PROVIDER_NOT_CONFIGURED, PROVIDER_WITHOUT_CREDENTIALS } from '../../../errors/calls.ts'
import { refuse } from '../../../errors.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, filledText, text } from '../../core/params.ts'

const url = text.describe('The address of the call; a path is one of this server.')

export const createBigBlueButtonCall = endpoint('GET /calls/bigbluebutton/create', {
  summary: 'Returns the address of a new call on the BigBlueButton server of this server.',
  tier: 'user',
  params: {
    meeting_name: filledText(MAX_CALL_NAME_LENGTH).describe('The name of the call.'),
    voice_only: bool.default(false).describe('Whether cameras stay off.'),
  },
  returns: { url },
  handle: (ctx, { meeting_name, voice_only }, call) => ({
    url: createCall(ctx, call.user, meeting_name, voice_only),
  }),
})

const summaryFor = (provider: string) =>
  `Refuses to make a call with ${provider}, which no server of this program offers.`

export const createZoomCall = endpoint('POST /calls/zoom/create', {
  summary: summaryFor('Zoom'),
  tier: 'user',
  handle: () => refuse(PROVIDER_WITHOUT_CREDENTIALS, { provider: 'Zoom' }),
})

export const createWebexCall = endpoint('POST /calls/webex/create', {
  summary: summaryFor('Webex'),
  tier: 'user',
  handle: () => refuse(PROVIDER_WITHOUT_CREDENTIALS, { provider: 'Webex' }),
})

export const createConstructorGroupsCall = endpoint('POST /calls/constructorgroups/create', {
  summary: summaryFor('Constructor Groups'),
  tier: 'user',
  handle: () => refuse(PROVIDER_NOT_CONFIGURED, { provider: 'Constructor Groups' }),
})

export const createNextcloudCall = endpoint('POST /calls/nextcloud_talk/create', {
  summary: summaryFor('Nextcloud Talk'),
  tier: 'user',
  handle: () => refuse(PROVIDER_NOT_CONFIGURED, { provider: 'Nextcloud Talk' }),
})
