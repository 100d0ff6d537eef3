// Words of the page where one logs in.

import { words } from '../../text/i18n/index.ts'

export const frontText = words('front', {
  title: (organization: string) => (organization ? `Log in to ${organization}` : 'Log in'),
  email: 'Email',
  password: 'Password',
  remember: 'Remember on this device',
  logIn: 'Log in',
  forgotten: 'Forgot your password?',
  wrong: 'The email address or the password is not right.',
  noConnection: 'The server cannot be reached. Is the network there?',
})
