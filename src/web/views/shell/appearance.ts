// How the client looks, by the settings of the person: colours, sizes, times.

import { effect } from '@preact/signals'
import { useTimeFormat } from '../../text/format.ts'
import { model } from '../here.ts'

const THEMES: Record<number, string | undefined> = { 2: 'dark', 3: 'light' }

/** The page reads it before it draws anything, so that nobody sees the other colours first. */
const REMEMBERED = 'hearth:theme'

/** Follows the settings. @returns what ends it */
export function startAppearance(): () => void {
  return effect(() => {
    const { settings } = model
    const root = document.documentElement
    const theme = THEMES[settings.get('color_scheme')]
    if (theme) root.dataset.theme = theme
    else delete root.dataset.theme
    remember(theme)
    const size = settings.get('web_font_size_px')
    root.style.setProperty('--fs', `${Math.min(24, Math.max(11, (size || 16) - 1))}px`)
    const height = settings.get('web_line_height_percent')
    root.style.setProperty('--lh', String(Math.min(2, Math.max(1.2, (height || 140) / 100))))
    useTimeFormat(undefined, settings.get('twenty_four_hour_time') || undefined)
  })
}

function remember(theme: string | undefined) {
  try {
    if (theme) localStorage.setItem(REMEMBERED, theme)
    else localStorage.removeItem(REMEMBERED)
  } catch {
    // Without storage the theme is right a moment later.
  }
}
