// Images, video, audio and previews of websites in messages: their boxes are reserved before they load.

import { make } from './make.ts'
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
}

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
  const name = element.querySelector('a')?.getAttribute('title')
  player.setAttribute('aria-label', name || fileName(player.getAttribute('src')) || t.video)
  if (player !== element) element.replaceChildren(player)
}

export function audio(element: HTMLElement) {
  element.setAttribute('aria-label', element.title || t.audio)
}

/** The link of a website's picture shows the picture. */
export function preview(element: HTMLElement, picture: string | undefined) {
  if (!picture) {
    element.remove()
    return
  }
  element.setAttribute('tabindex', '-1')
  element.setAttribute('aria-hidden', 'true')
  element.append(make('img', { src: picture, alt: '', width: 84, height: 84, loading: 'lazy' }))
}

function fileName(path: string | null): string {
  const last = path?.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
