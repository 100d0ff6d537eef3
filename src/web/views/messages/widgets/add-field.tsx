// A field with a button that adds what was typed.

import type { TargetedEvent } from 'preact'
import { useRef } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'

interface Props {
  label: string
  action: string
  onAdd: (text: string) => void
}

export function AddField({ label, action, onAdd }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = field.current!.value.trim()
    if (!text) return
    onAdd(text)
    field.current!.value = ''
  }
  return (
    <form class="widget-add" onSubmit={submit}>
      <input ref={field} class="input" aria-label={label} placeholder={label} maxLength={500} />
      <Button type="submit">{action}</Button>
    </form>
  )
}
