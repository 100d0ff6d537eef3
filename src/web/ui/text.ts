// Words of the components that every view uses.

import { words } from '../text/i18n/index.ts'

export const uiText = words('ui', {
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  undo: 'Undo',
  tryAgain: 'Try again',
  remove: (name: string) => `Remove ${name}`,
  noMatches: 'Nothing found',
  suggestions: 'Suggestions',
  loading: 'Loading…',
  notLoaded: 'This part could not be loaded. Is the server reachable?',
  active: 'Active',
  idle: 'Idle',
  offline: 'Offline',
})
