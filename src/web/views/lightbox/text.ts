// Words of the lightbox.

import { words } from '../../text/i18n/index.ts'

export const lightboxText = words('lightbox', {
  title: 'Image',
  previous: 'Previous image',
  next: 'Next image',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  download: 'Download',
  openElsewhere: 'Open in a new tab',
  position: (at: number, of: number) => `${at} of ${of}`,
})
