// Pictures that move stand still for people who have asked their system for less motion; a button
// beside the picture lets it move.

import { icon, make } from './make.ts'
import { contentText as t } from './text.ts'

const calm = matchMedia('(prefers-reduced-motion: reduce)')

/** Whether this picture is to be shown by its first moment alone. */
export const isToStandStill = (picture: HTMLElement, address: string | null): boolean =>
  calm.matches &&
  (picture.dataset.animated === 'true' || /\.(gif|apng)$/i.test(address?.split(/[?#]/)[0] ?? ''))

/**
 * Puts a drawing of the picture's first moment over it, and a button beside the link.
 * @param link around the picture, in its place already
 */
export function standStill(picture: HTMLImageElement, link: HTMLElement, name: string) {
  const drawing = make('canvas', { 'aria-hidden': 'true' })
  const size = (of: 'width' | 'height') => Number(picture.getAttribute(of))
  drawing.width = size('width')
  drawing.height = size('height')
  // Not to be seen until it is drawn, and yet of its size.
  picture.classList.add('unseen')
  picture.addEventListener('load', () => {
    const { naturalWidth, naturalHeight } = picture
    const scale = Math.min(drawing.width / naturalWidth, drawing.height / naturalHeight, 1)
    const [width, height] = [naturalWidth * scale, naturalHeight * scale]
    drawing
      .getContext('2d')
      ?.drawImage(
        picture,
        (drawing.width - width) / 2,
        (drawing.height - height) / 2,
        width,
        height,
      )
  })
  link.append(drawing)
  const button = make(
    'button',
    {
      type: 'button',
      class: 'icon-button play',
      'data-act': 'play',
      'aria-pressed': 'false',
      'aria-label': t.play(name),
      'data-tip': t.play(name),
    },
    icon('play'),
  )
  const frame = make('span', { class: 'still' }, button)
  link.replaceWith(frame)
  frame.prepend(link)
}

/** Lets the picture beside a button move, or stand still again. */
export function togglePlaying(button: HTMLElement) {
  const frame = button.parentElement
  const isPlaying = button.getAttribute('aria-pressed') !== 'true'
  button.setAttribute('aria-pressed', String(isPlaying))
  frame?.classList.toggle('playing', isPlaying)
}
