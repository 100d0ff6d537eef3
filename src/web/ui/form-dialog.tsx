// A dialog with one form: its two buttons, one attempt at a time, and why one was refused.

import { useSignal } from '@preact/signals'
import type { ComponentChildren, TargetedEvent } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { uiText as t } from './text.ts'

interface Props {
  title: string
  size?: 'narrow' | 'wide'
  /** What the button says that submits. */
  action: string
  /** Whether the button can be pressed. */
  isReady?: boolean
  /** Whether the form says itself what is wrong with its fields, instead of the browser. */
  noValidate?: boolean
  /** ID of the element that says why the form was refused. */
  problemId?: string
  onClose: () => void
  /**
   * @param given the fields of the form that have a name
   * @returns why it was not done, '' if that is said elsewhere; undefined closes the dialog
   */
  onSubmit: (given: FormData) => Promise<string | undefined>
  children: ComponentChildren
}

export function FormDialog(props: Props) {
  const { title, size, action, isReady = true, noValidate, problemId, onClose, children } = props
  const problem = useSignal('')
  const isBusy = useRef(false)
  const id = useId()
  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The second press of a double click.
    if (isBusy.current) return
    isBusy.current = true
    const refused = await props.onSubmit(new FormData(event.currentTarget))
    isBusy.current = false
    if (refused === undefined) onClose()
    else problem.value = refused
  }
  return (
    <Dialog
      title={title}
      size={size}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" form={id} disabled={!isReady}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} class="form" noValidate={noValidate} onSubmit={(event) => void submit(event)}>
        {problem.value && (
          <p class="alert" role="alert" id={problemId}>
            {problem.value}
          </p>
        )}
        {children}
      </form>
    </Dialog>
  )
}
