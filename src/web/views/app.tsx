// Everything that is drawn: the page to log in, or the frame, and what lies over it.

import { useEffect, useLayoutEffect } from 'preact/hooks'
import { startKeys } from '../keys/dispatch.ts'
import { startSingleKeys } from '../keys/single.ts'
import { DialogLayer } from '../ui/dialog.tsx'
import { MenuLayer } from '../ui/menu.tsx'
import { place } from '../ui/place.ts'
import { iconRules } from '../ui/sprite.ts'
import { ToastLayer } from '../ui/toast.tsx'
import { startTooltips } from '../ui/tooltip.ts'
import { CardLayer } from './cards.tsx'
import { detachAll } from './compose/attached.ts'
import { startForgetting } from './compose/start.ts'
import { ignoreOtherDrops } from './compose/uploads.tsx'
import { PickerLayer } from './emoji/picking.tsx'
import { session } from './here.ts'
import { lazy, startPreloading } from './lazy.tsx'
import { startRouter } from './router.ts'
import { Unreachable } from './shell/connection.tsx'
import { Shell } from './shell/shell.tsx'
import { viewsText as t } from './text.ts'

const Login = lazy(() => import('./front/login.tsx'))

/** Gives the icons their shapes and begins to listen; called once. */
export function prepare() {
  const icons = new CSSStyleSheet()
  icons.replaceSync(iconRules())
  document.adoptedStyleSheets.push(icons)
  startKeys()
  startSingleKeys()
  startRouter()
  ignoreOtherDrops()
  for (const type of ['keydown', 'pointerdown']) {
    document.addEventListener(type, () => session.presence.active(), { passive: true })
  }
  startTooltips((box, anchor) => place(box, anchor, 'bottom-start'))
}

export function App() {
  const state = session.state.value
  if (state === 'starting')
    return session.connection.value.kind === 'online' ? <div class="wait" /> : <Unreachable />
  return (
    <>
      {state === 'loggedOut' ? <Login /> : <Inside />}
      <DialogLayer />
      <section aria-label={t.overlays}>
        <CardLayer />
        <PickerLayer />
        <MenuLayer />
      </section>
      <ToastLayer />
    </>
  )
}

function Inside() {
  useLayoutEffect(startForgetting, [])
  useEffect(() => detachAll, [])
  useEffect(startPreloading, [])
  return <Shell />
}
