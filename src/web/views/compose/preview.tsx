// What the message will look like, as the server renders it.

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { session } from '../here.ts'
import { Content } from '../messages/content.tsx'
import { reasonOf } from '../refused.ts'
import { composeText as t } from './text.ts'

export function Preview({ text }: { text: string }) {
  const html = useSignal<string | undefined>(undefined)
  const problem = useSignal('')
  useEffect(() => {
    if (text.trim() === '') return
    void session.actions.render(text).then((answer) => {
      if (answer.ok) html.value = answer.rendered
      else problem.value = reasonOf(answer)
    })
  }, [text])
  return (
    <div class="preview" role="region" aria-label={t.preview} tabIndex={0}>
      {text.trim() === '' && <p class="hint">{t.nothingToPreview}</p>}
      {problem.value && <p role="alert">{problem.value}</p>}
      {html.value !== undefined && <Content html={html.value} />}
    </div>
  )
}
