// Icons: outlines in the colour of the text around them.

import type { IconName } from './sprite.ts'

export type { IconName }

/** Decoration: what it means is said by the name of the button around it. */
export const Icon = ({ name, large }: { name: IconName; large?: boolean }) => (
  <i class={`icon i-${name}${large ? ' large' : ''}`} aria-hidden="true" />
)
