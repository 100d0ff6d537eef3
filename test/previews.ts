// A server that shows link previews and a website for it, for tests.

import { readNetwork } from '../src/base/networks.ts'
import { type Chat, expectSuccess, type Inbox, startChat } from './chat.ts'
import { page, sendPage, startWebServer, type Visit } from './web-server.ts'

export const TIDE = {
  'og:title': 'Tide',
  'og:description': 'High & low',
  'og:image': 'https://pictures.test/tide.png',
}

/** The preview of a page that says what `TIDE` says. */
export const tidePreview = (url: string) =>
  `<div class="message_embed"><a class="message_embed_image" href="${url}" style="background-image: url(&quot;https://pictures.test/tide.png&quot;)"></a><div class="data-container"><div class="message_embed_title"><a href="${url}" title="Tide">Tide</a></div><div class="message_embed_description">High &amp; low</div></div></div>`

/** What a message says, with the original addresses of pictures that this server passes on. */
export const withOriginals = (html: string) =>
  html.replaceAll(/\/external_content\/\w{32}\/([0-9a-f]+)/g, (_, hex) =>
    Buffer.from(hex, 'hex').toString(),
  )

export const paragraph = (url: string) => `<p><a href="${url}">${url}</a></p>`

/** A chat that shows websites and may call 127.0.0.1. */
export async function startPreviewing(): Promise<Chat> {
  const chat = await startChat({ outgoingAllow: [readNetwork('127.0.0.1')!] })
  await show(chat, true)
  return chat
}

export const show = async (chat: Chat, inline_url_embed_preview: boolean) =>
  expectSuccess(await chat.olga.patch('/realm', { inline_url_embed_preview }))

export const startSite = (
  answer: (visit: Visit) => void = (visit) => sendPage(visit, page(TIDE)),
) => startWebServer(answer)

export const listen = (chat: Chat): Promise<Inbox> =>
  chat.olga.listen({ event_types: ['update_message'] })

export const paths = (visits: readonly Visit[]) => visits.map(({ path }) => path)
