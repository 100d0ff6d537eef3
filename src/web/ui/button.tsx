// Buttons with words, and buttons with an icon whose words are in their name and tooltip.

import type { ComponentChildren, JSX } from 'preact'
import { Icon, type IconName } from './icon.tsx'

type Native = Omit<JSX.IntrinsicElements['button'], 'icon' | 'label'>

interface ButtonProps extends Native {
  kind?: 'primary' | 'danger' | 'careful' | 'quiet'
  icon?: IconName
  children: ComponentChildren
}

export const Button = ({ kind, icon, children, ...rest }: ButtonProps) => (
  <button type="button" class={kind ? `button ${kind}` : 'button'} {...rest}>
    {icon && <Icon name={icon} />}
    {children}
  </button>
)

interface IconButtonProps extends Native {
  icon: IconName
  label: string
  /** The keys that do the same, shown in the tooltip. */
  keys?: string
  kind?: 'primary' | 'small'
}

export const IconButton = ({ icon, label, keys, kind, ...rest }: IconButtonProps) => (
  <button
    type="button"
    class={kind ? `icon-button ${kind}` : 'icon-button'}
    aria-label={label}
    data-tip={label}
    data-tip-keys={keys}
    {...rest}
  >
    <Icon name={icon} />
  </button>
)
