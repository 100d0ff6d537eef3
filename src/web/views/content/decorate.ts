// What makes the elements of a message usable: names of today, buttons on code, boxes of images.

import { charactersOf } from '../../model/content.ts'
import { loadStyles } from '../../ui/late-styles.ts'
import { icon, iconButton, make } from './make.ts'
import { audio, image, preview, video } from './media.ts'
import type { Reader } from './reader.ts'
import { contentText as t } from './text.ts'

type Decorator = (element: HTMLElement, reader: Reader) => void

const BY_CLASS: Record<string, Decorator> = {
  'user-mention': mention,
  'user-group-mention': groupMention,
  emoji,
  codehilite: code,
  'spoiler-block': spoiler,
  message_inline_image: image,
  'inline-image': (element) => image(element),
  message_inline_video: video,
  katex: () => loadStyles('formula-styles'),
}

const BY_NAME: Record<string, Decorator> = { a: link, time, table, video, audio }

/** @param picture of a website, for the link that shows it */
export function decorate(element: HTMLElement, reader: Reader, picture?: string) {
  if (element.classList.contains('message_embed_image')) {
    preview(element, picture)
    return
  }
  const name = [...element.classList].reverse().find((one) => Object.hasOwn(BY_CLASS, one))
  const decorator = name ? BY_CLASS[name] : BY_NAME[element.localName]
  decorator?.(element, reader)
}

/** A mention is a button that shows the person's card. */
function mention(element: HTMLElement, reader: Reader) {
  const id = element.dataset.userId
  const everyone = id === '*' || id === undefined
  const silent = element.classList.contains('silent')
  const name = everyone ? undefined : reader.userName(Number(id))
  const words = name === undefined ? (element.textContent ?? '') : `${silent ? '' : '@'}${name}`
  const mine = !silent && (everyone || reader.isMe(Number(id)))
  const attributes = { class: mine ? 'mention me' : 'mention' }
  element.replaceWith(
    everyone
      ? make('span', attributes, words)
      : make(
          'button',
          { ...attributes, type: 'button', 'data-act': 'card', 'data-user-id': id },
          words,
        ),
  )
}

function groupMention(element: HTMLElement, reader: Reader) {
  const id = Number(element.dataset.userGroupId)
  const silent = element.classList.contains('silent')
  const name = reader.groupName(id)
  if (name !== undefined) element.textContent = `${silent ? '' : '@'}${name}`
  if (!silent && reader.isMyGroup(id)) element.classList.add('me')
}

function emoji(element: HTMLElement) {
  if (element.localName === 'img') return
  const code = [...element.classList].find((name) => /^emoji-[0-9a-f-]+$/.test(name))?.slice(6)
  if (code) element.textContent = charactersOf(code)
}

function link(element: HTMLElement) {
  const href = element.getAttribute('href')
  if (href === null) return
  const here = /^\/?#/.test(href)
  if (here) element.setAttribute('href', href.replace(/^\//, ''))
  else {
    element.setAttribute('target', '_blank')
    element.setAttribute('rel', 'noopener noreferrer')
  }
}

function time(element: HTMLElement, reader: Reader) {
  const moment = Date.parse(element.getAttribute('datetime') ?? '')
  if (Number.isNaN(moment)) return
  element.dataset.tip = t.timeAsWritten(element.textContent ?? '')
  element.replaceChildren(icon('history'), reader.time(moment / 1000))
}

/** Wide tables scroll in a box of their own, also by keys. */
function table(element: HTMLElement) {
  const box = make('div', { class: 'table', tabindex: 0, role: 'region', 'aria-label': t.table })
  element.replaceWith(box)
  box.append(element)
}

function code(element: HTMLElement) {
  const language = element.dataset.codeLanguage
  const label = language ? t.codeIn(language) : t.code
  const pre = element.querySelector('pre')
  pre?.setAttribute('tabindex', '0')
  pre?.setAttribute('role', 'region')
  pre?.setAttribute('aria-label', label)
  const wrap = iconButton('wrap-text', t.wrap, 'wrap')
  wrap.setAttribute('aria-pressed', 'false')
  element.append(
    make(
      'div',
      { class: 'code-tools' },
      ...(language ? [make('span', {}, language)] : []),
      wrap,
      iconButton('copy', t.copyCode, 'copy-code'),
    ),
  )
}

function spoiler(element: HTMLElement) {
  const [header, content] = element.children
  if (!header || !content) return
  const words = header.textContent?.trim() ? [...header.childNodes] : [t.spoiler]
  const button = make(
    'button',
    { type: 'button', class: 'spoiler-header', 'aria-expanded': 'false', 'data-act': 'spoiler' },
    icon('chevron-right'),
    make(
      'span',
      {},
      ...words.flatMap((node) => (node instanceof HTMLElement ? [...node.childNodes] : [node])),
    ),
  )
  header.replaceWith(button)
  content.removeAttribute('aria-hidden')
  content.setAttribute('hidden', '')
}
