// The fields that the pages share, and their rules in words for people.

import {
  MAX_FULL_NAME_LENGTH,
  MAX_ORGANIZATION_NAME_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
} from '../../base/limits.ts'
import type { Field } from './form.ts'

export const ORGANIZATION_NAME: Field = {
  name: 'name',
  label: 'Organization name',
  type: 'text',
  autocomplete: 'organization',
}

export const FULL_NAME: Field = {
  name: 'full_name',
  label: 'Your name',
  type: 'text',
  autocomplete: 'name',
}

export const EMAIL: Field = {
  name: 'email',
  label: 'Email',
  type: 'email',
  autocomplete: 'username',
}

export const PASSWORD: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  hint: `At least ${PASSWORD_MIN_LENGTH} characters, and not easy to guess: three unrelated words are good.`,
}

/** Error messages of the API, which are brief, and the sentences that pages show in their place. */
const WORDS: Readonly<Record<string, string>> = {
  [`password is too long (limit: ${PASSWORD_MAX_LENGTH} characters)`]: `A password has at most ${PASSWORD_MAX_LENGTH} characters.`,
  'Name too long!': `A name has at most ${MAX_FULL_NAME_LENGTH} characters.`,
  'Invalid characters in name!': 'Enter a name without any of these characters: * ` \\ > " @',
  'Invalid format!': 'A name cannot end in | and a number.',
  [`The organization's name must have 1 to ${MAX_ORGANIZATION_NAME_LENGTH} characters.`]: `Enter a name of 1 to ${MAX_ORGANIZATION_NAME_LENGTH} characters.`,
  'Invalid address.': 'Enter an email address, such as name@example.org.',
  'Reserved for system bots.':
    'This address is reserved for bots of the server. Enter another one.',
  'Already has an account.': 'There is an account with this address already: log in instead.',
  'Email is already in use.': 'There is an account with this address already: log in instead.',
  'Unique names required in this organization.':
    'Another person here has this name, and names are unique here. Add something to yours.',
  'Account has been deactivated.':
    'The account with this address was deactivated. An administrator can reactivate it.',
  'Outside your domain.': 'This organization admits only addresses of its own domains.',
  'Please use your real email address.': 'Addresses of throw-away mailboxes are not admitted here.',
}

/** An error message in words for people who fill in a form. */
export const inWords = (message: string): string => WORDS[message] ?? message
