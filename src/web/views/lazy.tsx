// Parts of the client that load when they are first needed.

import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { Button } from '../ui/button.tsx'
import { uiText as t } from '../ui/text.ts'

type Loaded<P> = ComponentType<P> | 'failed' | undefined

/** A component whose module loads when it is first drawn. @param load imports a module with a default export */
export function lazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const loaded = signal<Loaded<P>>(undefined)
  let asked = false
  const ask = () => {
    asked = true
    load().then(
      (module) => {
        loaded.value = module.default
      },
      () => {
        asked = false
        loaded.value = 'failed'
      },
    )
  }
  return function Lazy(props: P) {
    const Part = loaded.value
    if (Part === 'failed') return <NotLoaded onRetry={ask} />
    if (Part) return <Part {...props} />
    if (!asked) ask()
    return null
  }
}

const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <div class="empty" role="alert">
    <p>{t.notLoaded}</p>
    <Button onClick={onRetry}>{t.tryAgain}</Button>
  </div>
)
