// The page where the first owner founds the organization, and the way to it.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { checkPasswordStrength } from '../../domain/authentication/passwords.ts'
import type { App, Context } from '../../domain/kernel/context.ts'
import { findOrganization } from '../../domain/organization/organization.ts'
import {
  BROWSER_DEFAULTS,
  checkOrganizationName,
  foundOrganization,
  isSetupToken,
} from '../../domain/organization-management/founding.ts'
import { checkNewAddress } from '../../domain/users/addresses.ts'
import { checkFullName } from '../../domain/users/full-names.ts'
import type { BodyReader } from '../body.ts'
import { PAGE_WITH_FORM, requireMethod } from '../methods.ts'
import { refusePath } from '../paths.ts'
import { redirectLoggedIn, requireSameOrigin } from '../sessions.ts'
import { EMAIL, FULL_NAME, inWords, ORGANIZATION_NAME, PASSWORD } from './fields.ts'
import { formHtml, type Problems, problemsIn } from './form.ts'
import { noticePage, type SendPage, type WebPage, wantsPage } from './page.ts'

const TITLE = 'Set up Hearth'
const FIELDS = [ORGANIZATION_NAME, FULL_NAME, EMAIL, PASSWORD]

/** Handles GET (the form) and POST (making organization and owner) of the set-up link. */
export function setupHandler(ctx: App, readBody: BodyReader, send: SendPage) {
  return async (req: IncomingMessage, res: ServerResponse, token: string) => {
    if (!isSetupToken(ctx, token))
      return wantsPage(req) ? send(res, uselessLink(ctx)) : refusePath()
    requireMethod(req, res, PAGE_WITH_FORM)
    if (req.method !== 'POST') return send(res, formPage(200, {}, {}))
    requireSameOrigin(ctx, req)
    const { parameters } = await readBody(req, res, undefined)
    const { name = '', email = '', full_name = '', password = '' } = parameters
    const problems = await problemsIn(
      {
        name: () => checkOrganizationName(name),
        full_name: () => checkFullName(full_name),
        email: () => checkNewAddress(ctx, email),
        password: () => checkPasswordStrength(password, [name, full_name, email]),
      },
      inWords,
    )
    if (Object.keys(problems).length > 0) return send(res, formPage(400, parameters, problems))
    const owner = { ownerEmail: email, ownerName: full_name, password }
    const request = { name, ...owner, userDefaults: BROWSER_DEFAULTS }
    let id = 0
    const late = await problemsIn(
      { form: async () => (id = await foundOrganization(ctx, request)) },
      inWords,
    )
    if (late.form !== undefined) return send(res, formPage(400, parameters, late))
    await redirectLoggedIn(ctx, req, res, ctx.store.users.find(id)!)
  }
}

const formPage = (status: number, given: Record<string, string>, problems: Problems): WebPage => ({
  status,
  title: TITLE,
  body: `<h1>${TITLE}</h1>
<p class="lead">Name your organization, and create its first account: you become its owner.</p>
${formHtml(FIELDS, given, problems, 'Create organization')}`,
})

const uselessLink = (ctx: Context): WebPage =>
  findOrganization(ctx)
    ? noticePage(
        404,
        'This server is set up already',
        'A set-up link works once, and the organization has its owner. Log in, or ask a member for an invitation.',
        { href: '/', label: 'Log in' },
      )
    : noticePage(
        404,
        'This set-up link does not work',
        'The server prints a new link each time it starts. Copy the newest one, whole, from where the server was started.',
      )

/** What a browser sees that is not on the server's own machine, while there is no organization. */
export const waitingPage = (): WebPage =>
  noticePage(
    200,
    'This server waits for its owner',
    'To set it up, open the link that the server printed when it was started. It begins with this address and “/setup/”.',
  )
