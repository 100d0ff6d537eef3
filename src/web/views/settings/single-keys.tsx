// Switches keys without Ctrl or Alt on and off, for people whose tools press such keys.

import { setSingleKeys, singleKeys } from '../../keys/single.ts'
import { CheckField } from '../../ui/fields.tsx'
import { settingsText as t } from './text.ts'

export const SingleKeys = () => (
  <CheckField
    label={t.singleKeys}
    hint={t.singleKeysHint}
    isOn={singleKeys.value}
    onChange={setSingleKeys}
  />
)
