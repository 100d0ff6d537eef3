import * as z from 'zod'
import { addAlertWords, ownAlertWords, removeAlertWords } from '../domain/alert-words.ts'
import { regenerateApiKey } from '../domain/api-keys.ts'
import { muteUser, unmuteUser } from '../domain/muted-users.ts'
import { changeOwnProfile, clearOwnProfile } from '../domain/profile-values.ts'
import { setOwnStatus } from '../domain/user-statuses.ts'
import { endpoint } from './endpoint.ts'
import { bool, filledText, int, ints, text } from './params.ts'
import { profileEntries, statusPatch } from './wire/users.ts'

const MAX_ALERT_WORD_LENGTH = 100

const alertWords = z.array(filledText(MAX_ALERT_WORD_LENGTH))

export const getAlertWords = endpoint('GET /users/me/alert_words', {
  tier: 'user',
  returns: { alert_words: z.array(text) },
  handle: (ctx, _, call) => ({ alert_words: ownAlertWords(ctx, call.user) }),
})

export const addAlertWordsEndpoint = endpoint('POST /users/me/alert_words', {
  tier: 'user',
  params: { alert_words: alertWords },
  returns: { alert_words: z.array(text) },
  handle: async (ctx, { alert_words }, call) => ({
    alert_words: await addAlertWords(ctx, call.user, alert_words),
  }),
})

export const removeAlertWordsEndpoint = endpoint('DELETE /users/me/alert_words', {
  tier: 'user',
  params: { alert_words: z.array(text) },
  returns: { alert_words: z.array(text) },
  handle: async (ctx, { alert_words }, call) => ({
    alert_words: await removeAlertWords(ctx, call.user, alert_words),
  }),
})

export const muteUserEndpoint = endpoint('POST /users/me/muted_users/:muted_user_id', {
  tier: 'user',
  params: { muted_user_id: int },
  handle: (ctx, { muted_user_id }, call) => muteUser(ctx, call.user, muted_user_id),
})

export const unmuteUserEndpoint = endpoint('DELETE /users/me/muted_users/:muted_user_id', {
  tier: 'user',
  params: { muted_user_id: int },
  handle: (ctx, { muted_user_id }, call) => unmuteUser(ctx, call.user, muted_user_id),
})

export const setOwnStatusEndpoint = endpoint('POST /users/me/status', {
  tier: 'human',
  params: { ...statusPatch, away: bool.optional() },
  handle: (ctx, patch, call) => setOwnStatus(ctx, call.user, patch),
})

export const changeOwnProfileEndpoint = endpoint('PATCH /users/me/profile_data', {
  tier: 'human',
  params: { data: profileEntries },
  handle: (ctx, { data }, call) => changeOwnProfile(ctx, call.user, data),
})

export const clearOwnProfileEndpoint = endpoint('DELETE /users/me/profile_data', {
  tier: 'human',
  params: { data: ints },
  handle: (ctx, { data }, call) => clearOwnProfile(ctx, call.user, data),
})

export const regenerateApiKeyEndpoint = endpoint('POST /users/me/api_key/regenerate', {
  tier: 'user',
  returns: { api_key: text },
  handle: async (ctx, _, call) => ({ api_key: await regenerateApiKey(ctx, call.user) }),
})
