// Images, video, audio and previews of websites in messages: their boxes are reserved before they load.

import { icon, make } from './make.ts'
import { isToStandStill, standStill } from './stills.ts'
import { contentText as t } from './text.ts'

const LARGEST = { width: 360, height: 260 }

/** An image opens in the lightbox; as a link it can also be opened elsewhere. */
export function image(element: HTMLElement) {
  const picture = element.localName === 'img' ? element : element.querySelector('img')
  if (!picture) return
  const around = element.querySelector('a')
  const full =
    picture.dataset.originalSrc ?? around?.getAttribute('href') ?? picture.getAttribute('src')
  const name =
    picture.getAttribute('alt') || around?.getAttribute('title') || fileName(full) || t.image
  const link = make('a', {
    class: 'image',
    href: full ?? undefined,
    target: '_blank',
    rel: 'noopener noreferrer',
    'aria-label': t.viewImage(name),
    'data-act': element.classList.contains('youtube-video') ? undefined : 'image',
    'data-name': name,
  })
  reserve(picture)
  picture.setAttribute('alt', name)
  element.replaceWith(link)
  link.append(picture)
  if (isToStandStill(picture, full)) standStill(picture as HTMLImageElement, link, name)
  picture.addEventListener('error', () => {
    const original = isHere(full) ? undefined : full
    ;(link.closest('.still') ?? link).replaceWith(
      card(full ?? '', name, t.missing(hostOf(original))),
    )
  })
}

const isHere = (address: string | null | undefined) => !/^https?:/i.test(address ?? '')

/** "example.org"; nothing for what is on this server. */
function hostOf(address: string | null | undefined): string {
  try {
    return isHere(address) ? '' : new URL(address ?? '').host
  } catch {
    return ''
  }
}

/** In place of what cannot be shown here: where it is, in a window of its own. */
const card = (href: string, name: string, about: string) =>
  make(
    'a',
    { class: 'media-card', href, target: '_blank', rel: 'noopener noreferrer' },
    icon('external-link'),
    make(
      'span',
      {},
      make('span', { class: 'cut' }, name),
      make('span', { class: 'second cut' }, about),
    ),
  )

/** Sets the size it will have, so that loading it moves nothing. */
function reserve(picture: HTMLElement) {
  const [width = 0, height = 0] = (picture.dataset.originalDimensions ?? '').split('x').map(Number)
  const known = width > 0 && height > 0
  const scale = known ? Math.min(1, LARGEST.width / width, LARGEST.height / height) : 1
  // Of a picture from elsewhere the size is not known: it gets a box that it is fitted into.
  picture.setAttribute('width', String(known ? Math.max(16, Math.round(width * scale)) : 320))
  picture.setAttribute('height', String(known ? Math.max(16, Math.round(height * scale)) : 180))
  picture.setAttribute('loading', 'lazy')
  picture.setAttribute('decoding', 'async')
}

export function video(element: HTMLElement) {
  const player = element.localName === 'video' ? element : element.querySelector('video')
  if (!player) return
  player.setAttribute('controls', '')
  player.setAttribute('width', '480')
  player.setAttribute('height', '270')
  const source = player.getAttribute('src')
  const name = element.querySelector('a')?.getAttribute('title') || fileName(source) || t.video
  // Films of other sites are not fetched: the site would learn who reads the message, and when.
  if (!isHere(source)) {
    const box = element.closest('.message_inline_video') ?? element
    box.replaceWith(card(source ?? '', name, t.videoAt(hostOf(source))))
    return
  }
  player.setAttribute('aria-label', name)
  if (player !== element) element.replaceChildren(player)
}

export function audio(element: HTMLElement) {
  const source = element.getAttribute('src')
  const name = element.title || fileName(source) || t.audio
  if (!isHere(source)) {
    element.replaceWith(card(source ?? '', name, t.audioAt(hostOf(source))))
    return
  }
  element.setAttribute('aria-label', name)
}

/** The link of a website's picture shows the picture. */
export function preview(element: HTMLElement, picture: string | undefined) {
  if (!picture) {
    element.remove()
    return
  }
  element.setAttribute('tabindex', '-1')
  element.setAttribute('aria-hidden', 'true')
  const shown = make('img', { src: picture, alt: '', width: 84, height: 84, loading: 'lazy' })
  shown.addEventListener('error', () => element.remove())
  element.append(shown)
}

function fileName(path: string | null): string {
  const last = path?.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
