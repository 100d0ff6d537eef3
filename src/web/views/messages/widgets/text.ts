// Words of polls and to-do lists.

import { plural, words } from '../../../text/i18n/index.ts'

export const widgetsText = words('widgets', {
  poll: 'Poll',
  todo: 'Task list',
  vote: (option: string, n: number) => `${option}, ${plural(n, '# vote', '# votes')}`,
  newOption: 'New option',
  addOption: 'Add option',
  newTask: 'New task',
  addTask: 'Add task',
})
