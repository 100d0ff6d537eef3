// Pages that ask for an address, and those that say that a mail is on its way.

import { escapeAttribute } from '../../base/escaping.ts'
import { EMAIL } from './fields.ts'
import { formHtml, type Problems } from './form.ts'
import { noticePage, type WebPage } from './page.ts'

export interface AddressPage {
  title: string
  lead: string
  button: string
}

/** A page that asks for nothing but an address. */
export const addressPage = (
  status: number,
  { title, lead, button }: AddressPage,
  given: Readonly<Record<string, string>> = {},
  problems: Problems = {},
): WebPage => ({
  status,
  title,
  body: `<h1>${escapeAttribute(title)}</h1>
<p class="lead">${escapeAttribute(lead)}</p>
${formHtml([EMAIL], given, problems, button)}`,
})

/** @param which says which mail, and where it goes */
export const mailedPage = (which: string): WebPage =>
  noticePage(
    200,
    'Look into your mailbox',
    `${which} It may take a minute, and it may be in the folder for spam.`,
  )
