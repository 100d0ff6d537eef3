// Switches keys without Ctrl or Alt on and off, for people whose tools press such keys.

import { useId } from 'preact/hooks'
import { setSingleKeys, singleKeys } from '../../keys/single.ts'
import { settingsText as t } from './text.ts'

export function SingleKeys() {
  const id = useId()
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={singleKeys.value}
        aria-describedby={id}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
      <span>
        {t.singleKeys}
        <span class="hint" id={id}>
          {t.singleKeysHint}
        </span>
      </span>
    </label>
  )
}
