// Opens the lightbox, which loads when it is first needed, with the images of the list it is asked from.

import { openDialog } from '../../ui/dialog.tsx'
import { lazy } from '../lazy.tsx'

const Lightbox = lazy(() => import('./lightbox.tsx'))

/** @param list holds the images among which one can go on */
export function showImage(link: HTMLAnchorElement, list: Element) {
  const links = [...list.querySelectorAll<HTMLAnchorElement>('a.image[data-act="image"]')]
  const pictures = links.map(({ href, dataset }) => ({ address: href, name: dataset.name ?? '' }))
  openDialog((close) => (
    <Lightbox pictures={pictures} start={Math.max(0, links.indexOf(link))} onClose={close} />
  ))
}
