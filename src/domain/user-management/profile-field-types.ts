// The types of custom profile fields and the rules for their data.

import * as z from 'zod'
import { refuse } from '../../errors.ts'

/** Kinds of custom profile fields. */
export const FIELD_TYPE = {
  shortText: 1,
  paragraph: 2,
  dropdown: 3,
  date: 4,
  link: 5,
  users: 6,
  externalAccount: 7,
  pronouns: 8,
} as const

export type FieldType = (typeof FIELD_TYPE)[keyof typeof FIELD_TYPE]

/** custom_profile_field_types of POST /register. */
export const FIELD_TYPE_NAMES = {
  SHORT_TEXT: { id: FIELD_TYPE.shortText, name: 'Text (short)' },
  LONG_TEXT: { id: FIELD_TYPE.paragraph, name: 'Text (long)' },
  SELECT: { id: FIELD_TYPE.dropdown, name: 'List of options' },
  DATE: { id: FIELD_TYPE.date, name: 'Date' },
  URL: { id: FIELD_TYPE.link, name: 'Link' },
  USER: { id: FIELD_TYPE.users, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: FIELD_TYPE.externalAccount, name: 'External account' },
  PRONOUNS: { id: FIELD_TYPE.pronouns, name: 'Pronouns' },
}

/** Accounts elsewhere that need no description (realm_default_external_accounts). */
export const DEFAULT_EXTERNAL_ACCOUNTS: Record<
  string,
  { text: string; name: string; hint: string; url_pattern: string }
> = {
  twitter: {
    text: 'Twitter',
    name: 'Twitter username',
    hint: '',
    url_pattern: 'https://twitter.com/%(username)s',
  },
  github: {
    text: 'GitHub',
    name: 'GitHub username',
    hint: '',
    url_pattern: 'https://github.com/%(username)s',
  },
}

const USERNAME = '%(username)s'

const options = z.record(
  z.string().min(1),
  z.strictObject({ text: z.string().trim().min(1), order: z.string().regex(/^\d+$/) }),
)

const externalAccount = z.strictObject({
  subtype: z.string().min(1),
  url_pattern: z.string().optional(),
})

export type DropdownOptions = z.output<typeof options>
type ExternalAccount = z.output<typeof externalAccount>

/**
 * Validates the `field_data` of a field, and returns it as the text that is stored and sent.
 * @throws RequestError naming the rule it breaks
 */
export function checkFieldData(type: FieldType, data: unknown): string {
  switch (type) {
    case FIELD_TYPE.dropdown:
      return JSON.stringify(checkOptions(data))
    case FIELD_TYPE.externalAccount:
      return JSON.stringify(checkExternalAccount(data))
    default:
      return ''
  }
}

function checkOptions(data: unknown): DropdownOptions {
  const read = options.safeParse(data)
  if (!read.success) {
    refuse(
      'BAD_REQUEST',
      'field_data must map the key of each choice to its text and its order, two strings.',
    )
  }
  const texts = Object.values(read.data).map((option) => option.text)
  if (texts.length === 0) refuse('BAD_REQUEST', 'Field must have at least one choice.')
  if (new Set(texts).size < texts.length)
    refuse('BAD_REQUEST', 'Field must not have duplicate choices.')
  return read.data
}

function checkExternalAccount(data: unknown): ExternalAccount {
  const read = externalAccount.safeParse(data)
  if (!read.success)
    refuse('BAD_REQUEST', 'field_data must have a subtype, and a url_pattern with subtype custom.')
  const { subtype, url_pattern } = read.data
  if (subtype !== 'custom') {
    if (!Object.hasOwn(DEFAULT_EXTERNAL_ACCOUNTS, subtype))
      refuse('BAD_REQUEST', 'Invalid external account type')
    return { subtype }
  }
  if (!url_pattern) refuse('BAD_REQUEST', 'Custom external account must define URL pattern')
  if (url_pattern.split(USERNAME).length !== 2) refuse('BAD_REQUEST', 'Malformed URL pattern.')
  if (!isWebAddress(url_pattern.replace(USERNAME, 'username')))
    refuse('BAD_REQUEST', 'url_pattern is not a URL')
  return { subtype, url_pattern }
}

/** Whether a text is an http or https URL. */
export const isWebAddress = (text: string) => {
  const url = /\s/.test(text) ? null : URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol)
}

/**
 * The account elsewhere a stored field stands for; undefined where an administrator described it.
 */
export function defaultAccount(type: number, data: string) {
  if (type !== FIELD_TYPE.externalAccount) return undefined
  return DEFAULT_EXTERNAL_ACCOUNTS[(JSON.parse(data) as ExternalAccount).subtype]
}
