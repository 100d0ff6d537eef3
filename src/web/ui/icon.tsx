// Icons: outlines that lie once in the document, and uses of them.

import type { IconName } from './sprite.ts'

export type { IconName }

/** Decoration: what it means is said by the name of the button around it. */
export const Icon = ({ name, large }: { name: IconName; large?: boolean }) => (
  <svg class={large ? 'icon large' : 'icon'} aria-hidden="true">
    <use href={`#i-${name}`} />
  </svg>
)
