// After the server was restarted, this page may be older than what the server has now.

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { uiText } from '../../ui/text.ts'
import { model } from '../here.ts'
import { shellText as t } from './text.ts'

export function NewVersion() {
  const isNew = useSignal(false)
  const generation = model.organization.get('server_generation')
  useEffect(() => {
    const first = generation
    return model.onEvent((event) => {
      if (event.type === 'restart' && event.server_generation !== first) isNew.value = true
    })
  }, [])
  const isOther = useSignal(generation)
  if (!isNew.value && isOther.value === generation) return null
  const dismiss = () => {
    isNew.value = false
    isOther.value = generation
  }
  return (
    <div class="banner" role="status">
      <Icon name="refresh-cw" />
      <span>{t.newVersion}</span>
      <button type="button" class="button quiet" onClick={() => location.reload()}>
        {t.reload}
      </button>
      <IconButton kind="small" icon="x" label={uiText.close} onClick={dismiss} />
    </div>
  )
}
