// Refusals about what a person or bot keeps: drafts, snippets, views, reminders, devices.

import { refusal } from './refusal.ts'

export const NO_DRAFT = refusal('NOT_FOUND', 'Draft does not exist')
export const NO_SNIPPET = refusal('NOT_FOUND', 'Saved snippet does not exist.')
export const NO_NAVIGATION_VIEW = refusal('NOT_FOUND', 'Navigation view does not exist.')
export const NO_SCHEDULED_MESSAGE = refusal('NOT_FOUND', 'Scheduled message does not exist')
export const NO_REMINDER = refusal('NOT_FOUND', 'Reminder does not exist')
export const INVALID_DEVICE_ID = refusal('BAD_REQUEST', 'Invalid device ID')
export const NO_PUSH_TOKEN = refusal('INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized')
export const NO_PUSHES = refusal(
  'PUSH_NOTIFICATIONS_DISALLOWED',
  'This server does not send push notifications.',
)
export const NO_STORED_KEY = refusal('BAD_REQUEST', 'Key does not exist.')
