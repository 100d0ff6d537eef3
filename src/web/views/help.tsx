// Help about keys, made from the table that the keys themselves come from.

import { shown } from '../keys/combination.ts'
import { type CommandId, KEYMAP, type KeyGroup } from '../keys/keymap.ts'
import { keysText as t } from '../keys/text.ts'
import { Dialog } from '../ui/dialog.tsx'

const GROUPS: readonly KeyGroup[] = ['go', 'messages', 'actions', 'writing', 'general']

export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t.title} size="wide" onClose={onClose}>
      {/* Longer than a window: keys scroll it while it has the focus. */}
      <div class="shortcuts" role="region" aria-label={t.title} tabIndex={0}>
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{t.groups[group]}</h3>
            <dl>
              {commandsOf(group).map((id) => (
                <div key={id}>
                  <dt>{t.commands[id]}</dt>
                  <dd>
                    {KEYMAP[id].keys.map((key) => (
                      <kbd key={key}>{shown(key)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

const commandsOf = (group: KeyGroup) =>
  (Object.keys(KEYMAP) as CommandId[]).filter((id) => KEYMAP[id].group === group)
