// The page behind the link in a mail that confirms a new address.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { statusOf } from '../../api/core/error-codes.ts'
import { escapeAttribute } from '../../base/escaping.ts'
import { confirmAddress } from '../../domain/joining/account-links.ts'
import { describeLink } from '../../domain/joining/confirmation-links.ts'
import type { App } from '../../domain/kernel/context.ts'
import { RequestError } from '../../errors.ts'
import { PAGE_WITH_FORM, requireMethod } from '../methods.ts'
import { requireSameOrigin } from '../sessions.ts'
import { noticePage, type SendPage, type WebPage } from './page.ts'

const HOME = { href: '/', label: 'Go to the chat' }

/** Programs that look through mails open links, so that the address changes with a button only. */
export function confirmHandler(ctx: App, send: SendPage) {
  return async (req: IncomingMessage, res: ServerResponse, key: string) => {
    requireMethod(req, res, PAGE_WITH_FORM)
    try {
      const link = describeLink(ctx, key)
      if (req.method !== 'POST') return await send(res, buttonPage(link.email ?? ''))
      requireSameOrigin(ctx, req)
      await confirmAddress(ctx, key)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const words = `${error.message} Change your address in the settings to get a new link.`
      return send(res, noticePage(statusOf(error.code), 'This link does not work', words, HOME))
    }
    await send(res, noticePage(200, 'Your address is changed', 'Log in with it from now on.', HOME))
  }
}

const buttonPage = (email: string): WebPage => ({
  status: 200,
  title: 'Confirm your address',
  body: `<h1>Confirm your address</h1>
<p class="lead">Your account will have the address ${escapeAttribute(email)}.</p>
<form method="post"><button>Confirm</button></form>`,
})
