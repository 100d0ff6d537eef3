// Endpoints: alert words, muted users, status, profile and key of the caller.

import * as z from 'zod'
import { regenerateApiKey } from '../../../domain/authentication/api-keys.ts'
import {
  addAlertWords,
  ownAlertWords,
  removeAlertWords,
} from '../../../domain/content/alert-words.ts'
import { muteUser, unmuteUser } from '../../../domain/reading/muted-users.ts'
import {
  changeOwnProfile,
  clearOwnProfile,
} from '../../../domain/user-management/profile-values.ts'
import { setOwnStatus } from '../../../domain/user-management/user-statuses.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, filledText, int, ints, listOf, text, texts } from '../../core/params.ts'
import { withFewer } from '../../core/value-count.ts'
import { profileEntries, statusPatch } from '../../wire/users.ts'

const MAX_ALERT_WORD_LENGTH = 100

/** Words in one request, many times what a person may have: to look at fifty thousand took 70 ms. */
const MOST_WORDS = 10_000

const newAlertWords = withFewer(MOST_WORDS, listOf(filledText(MAX_ALERT_WORD_LENGTH)))
const oldAlertWords = withFewer(MOST_WORDS, texts)

export const getAlertWords = endpoint('GET /users/me/alert_words', {
  summary: "Lists the caller's alert words.",
  tier: 'user',
  returns: { alert_words: z.array(text) },
  handle: (ctx, _, call) => ({ alert_words: ownAlertWords(ctx, call.user) }),
})

export const addAlertWordsEndpoint = endpoint('POST /users/me/alert_words', {
  summary: "Adds alert words and returns all of the caller's.",
  tier: 'user',
  params: { alert_words: newAlertWords.describe('Words or phrases; capitals make no difference.') },
  returns: { alert_words: z.array(text) },
  handle: async (ctx, { alert_words }, call) => ({
    alert_words: await addAlertWords(ctx, call.user, alert_words),
  }),
})

export const removeAlertWordsEndpoint = endpoint('DELETE /users/me/alert_words', {
  summary: 'Removes alert words and returns those that are left.',
  tier: 'user',
  params: { alert_words: oldAlertWords.describe('Words or phrases; capitals make no difference.') },
  returns: { alert_words: z.array(text) },
  handle: async (ctx, { alert_words }, call) => ({
    alert_words: await removeAlertWords(ctx, call.user, alert_words),
  }),
})

export const muteUserEndpoint = endpoint('POST /users/me/muted_users/:muted_user_id', {
  summary: 'Mutes a user: their messages arrive read.',
  tier: 'user',
  params: { muted_user_id: int },
  handle: (ctx, { muted_user_id }, call) => muteUser(ctx, call.user, muted_user_id),
})

export const unmuteUserEndpoint = endpoint('DELETE /users/me/muted_users/:muted_user_id', {
  summary: 'Unmutes a user.',
  tier: 'user',
  params: { muted_user_id: int },
  handle: (ctx, { muted_user_id }, call) => unmuteUser(ctx, call.user, muted_user_id),
})

export const setOwnStatusEndpoint = endpoint('POST /users/me/status', {
  summary: "Changes the parts of the caller's status that are sent.",
  tier: 'human',
  params: {
    ...statusPatch,
    away: bool.optional().describe('Deprecated: the opposite of the setting presence_enabled.'),
  },
  handle: (ctx, patch, call) => setOwnStatus(ctx, call.user, patch),
})

export const changeOwnProfileEndpoint = endpoint('PATCH /users/me/profile_data', {
  summary: "Sets values of the caller's custom profile fields.",
  tier: 'human',
  params: {
    data: profileEntries.describe(
      'The values by the ID of their field; their type follows from the field.',
    ),
  },
  handle: (ctx, { data }, call) => changeOwnProfile(ctx, call.user, data),
})

export const clearOwnProfileEndpoint = endpoint('DELETE /users/me/profile_data', {
  summary: "Clears values of the caller's custom profile fields.",
  tier: 'human',
  params: { data: ints.describe('The IDs of the fields.') },
  handle: (ctx, { data }, call) => clearOwnProfile(ctx, call.user, data),
})

export const regenerateApiKeyEndpoint = endpoint('POST /users/me/api_key/regenerate', {
  summary: 'Gives the caller a new API key; the old one ends.',
  tier: 'user',
  returns: { api_key: text },
  handle: async (ctx, _, call) => ({ api_key: await regenerateApiKey(ctx, call.user) }),
})
