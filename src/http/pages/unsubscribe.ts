// The page behind "unsubscribe" in mails, which mail programs also call themselves (RFC 8058).

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '../../domain/kernel/context.ts'
import { type MailEnd, readUnsubscribePath, refuseAddress } from '../../domain/mail/unsubscribe.ts'
import { endMails } from '../../domain/user-management/mail-settings.ts'
import { PAGE_WITH_FORM, requireMethod } from '../methods.ts'
import { noticePage, type SendPage, type WebPage } from './page.ts'

/**
 * GET shows a button, because programs that look through mails open links; POST ends the mails. The
 * link is signed, so neither a login nor a token of a page is needed, and mail programs have none.
 */
export function unsubscribeHandler(ctx: App, send: SendPage) {
  return async (req: IncomingMessage, res: ServerResponse, path: string) => {
    const end = readUnsubscribePath(ctx, path)
    requireMethod(req, res, PAGE_WITH_FORM)
    if (req.method !== 'POST') return send(res, buttonPage(end))
    // The body that a mail program posts is not needed: the address says everything.
    req.resume()
    if (end.kind === 'address') await refuseAddress(ctx, end.addressKey)
    else await endMails(ctx, end.user, end.kind)
    await send(res, noticePage(200, 'Done', DONE[end.kind]))
  }
}

const DONE: Record<MailEnd['kind'], string> = {
  messages: 'You get no mail about messages any more. The settings in the chat turn it on again.',
  logins: 'You get no mail about logins any more. The settings in the chat turn it on again.',
  digests: 'You get no weekly mail any more. The settings in the chat turn it on again.',
  address: 'This server sends nothing to your address any more.',
}

const QUESTIONS: Record<MailEnd['kind'], string> = {
  messages:
    'You get mail about messages that you missed. It can be turned on again in the settings.',
  logins:
    'You get mail when your account is used from a new device. It can be turned on again in the settings.',
  digests:
    'You get a mail each week about what you missed. It can be turned on again in the settings.',
  address: 'This server will send no invitations and confirmations to your address any more.',
}

const buttonPage = ({ kind }: MailEnd): WebPage => ({
  status: 200,
  title: 'Get no more mail?',
  body: `<h1>Get no more mail?</h1>
<p class="lead">${QUESTIONS[kind]}</p>
<form method="post"><button>Unsubscribe</button></form>`,
})
