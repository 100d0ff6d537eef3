// Collects the uploads that a message links.

import { uploadPathId } from '../../hrefs.ts'
import type { Rendering } from '../rendering.ts'

/** Remembers the upload behind `href`, if there is one that the sender may attach. */
export function noteAttachment({ lookup, attachments }: Rendering, href: string) {
  const pathId = uploadPathId(href)
  const upload = pathId === undefined ? undefined : lookup.upload(pathId)
  if (!upload || pathId === undefined) return undefined
  attachments.add(pathId)
  return { pathId, upload }
}
