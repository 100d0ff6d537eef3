// Parts of the client that load when they are first needed, or before, when the page has nothing to do.

import { signal } from '@preact/signals'
import type { ComponentType, VNode } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { holdKeys } from '../keys/holding.ts'
import { Button } from '../ui/button.tsx'
import { uiText as t } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { onceQuiet } from './quiet.ts'

type Loaded<P> = ComponentType<P> | 'failed' | undefined

const early: (() => void)[] = []

/**
 * A component whose module loads when it is first drawn.
 * @param load imports a module with a default export
 * @param isEarly whether it loads before that, when the page has nothing to do: it should be there
 *   without a connection as well
 */
export function lazy<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  isEarly = false,
) {
  const loaded = signal<Loaded<P>>(undefined)
  let asked = false
  const ask = () => {
    if (asked) return
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
  if (isEarly) early.push(ask)
  function Lazy(props: P): VNode | null {
    const Part = loaded.value
    if (Part === 'failed') return <NotLoaded onRetry={ask} />
    if (Part) return <Part {...props} />
    ask()
    return null
  }
  return Object.assign(Lazy, { ask, loaded })
}

interface FieldOptions<P> {
  /** Whether it gets the focus when it is drawn. */
  takesFocus?: (props: P) => boolean
  /** What Escape does before it is there; it calls `onClose` otherwise. */
  cancel?: (props: P) => void
}

const close = (props: { onClose?: () => void }) => props.onClose?.()

/**
 * The same for what a key opens and has a field: it is loaded before it is needed, and what is typed
 * before it is there ends up in its field.
 */
export function lazyField<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { takesFocus = () => true, cancel = close }: FieldOptions<P> = {},
) {
  const Part = lazy(load, true)
  return function LazyField(props: P) {
    const isLoaded = typeof Part.loaded.value === 'function'
    useLayoutEffect(() => {
      if (isLoaded || !takesFocus(props)) return
      const hold = holdKeys(() => cancel(props))
      return () => {
        if (typeof Part.loaded.peek() === 'function') hold.release()
        else hold.drop()
      }
    }, [isLoaded])
    return <Part {...props} />
  }
}

/** Loads what should be there early, once the page has had time for what it shows. @returns prevents it */
export function startPreloading(): () => void {
  return onceQuiet(() => {
    for (const ask of early) ask()
  })
}

/**
 * A module that is loaded when `ask` or `use` is called, or before that, when the page has nothing to do. `now` is
 * undefined until then.
 */
export function lazyModule<M>(load: () => Promise<M>) {
  const module = {
    now: undefined as M | undefined,
    ask: async () => {
      module.now ??= await load()
    },
    /** Does something with the module, at once if it is there. */
    use(work: (loaded: M) => void) {
      if (module.now) return work(module.now)
      module.ask().then(
        () => work(module.now!),
        () => toast(t.notLoaded),
      )
    },
  }
  early.push(() => void module.ask().catch(() => {}))
  return module
}

const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <div class="empty" role="alert">
    <p>{t.notLoaded}</p>
    <Button onClick={onRetry}>{t.tryAgain}</Button>
  </div>
)
