// Opens the switcher, which loads when it is first needed.

import { openDialog } from '../ui/dialog.tsx'
import { lazyField } from './lazy.tsx'

const Switcher = lazyField(() => import('./switcher/switcher.tsx'))

export const openSwitcher = () => void openDialog((close) => <Switcher onClose={close} />)
