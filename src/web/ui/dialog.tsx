// Dialogs: a stack of them over the page; closing one gives the focus back to where it was.

import { signal } from '@preact/signals'
import type { ComponentChildren, VNode } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button, IconButton } from './button.tsx'
import { uiText as t } from './text.ts'

interface DialogProps {
  title: string
  size?: 'narrow' | 'wide'
  class?: string
  onClose: () => void
  footer?: ComponentChildren
  children: ComponentChildren
}

export function Dialog({ title, size, onClose, footer, children, ...rest }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useLayoutEffect(() => {
    const dialog = box.current!
    const before = document.activeElement
    if (!dialog.open) dialog.showModal()
    // The browser takes the first button, which closes it. What is only read has the focus itself.
    if (document.activeElement?.closest('header') && !dialog.querySelector('[autofocus]')) {
      const fields = dialog.querySelectorAll<HTMLElement>('.body :is(input, select, textarea)')
      const first = [...fields].find((field) => !(field as HTMLInputElement).disabled)
      ;(first ?? dialog).focus()
    }
    return () => {
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  return (
    <dialog
      ref={box}
      tabIndex={-1}
      class={['dialog', size, rest.class].filter(Boolean).join(' ')}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => event.target === box.current && onClose()}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        <IconButton icon="x" label={t.close} onClick={onClose} />
      </header>
      <div class="body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>
  )
}

interface Entry {
  id: number
  draw: (close: () => void) => VNode
}

const stack = signal<Entry[]>([])
let last = 0

/** Shows what `draw` makes, a `Dialog` as a rule, until it calls `close`. */
export function openDialog(draw: (close: () => void) => VNode): () => void {
  const id = ++last
  const close = () => {
    stack.value = stack.value.filter((entry) => entry.id !== id)
  }
  stack.value = [...stack.value, { id, draw: () => draw(close) }]
  return close
}

/** Lies once at the end of the page and shows the dialogs that are open. */
export const DialogLayer = () => (
  <>
    {stack.value.map(({ id, draw }) => (
      <Drawn key={id} draw={draw as () => VNode} />
    ))}
  </>
)

const Drawn = ({ draw }: { draw: () => VNode }) => draw()

interface Question {
  title: string
  text: ComponentChildren
  action: string
  danger?: boolean
}

/** Asks before something that cannot be undone. @returns true when the person agreed */
export function confirm({ title, text, action, danger }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    openDialog((close) => {
      const answer = (yes: boolean) => {
        close()
        resolve(yes)
      }
      return (
        <Dialog
          title={title}
          size="narrow"
          onClose={() => answer(false)}
          footer={
            <>
              <Button onClick={() => answer(false)}>{t.cancel}</Button>
              <Button autofocus kind={danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
                {action}
              </Button>
            </>
          }
        >
          <div>{text}</div>
        </Dialog>
      )
    })
  })
}
