// Words of the choice of a time.

import { words } from '../../text/i18n/index.ts'

export const timesText = words('times', {
  when: 'When',
  tomorrow: 'Tomorrow morning',
  monday: 'Monday morning',
  atTime: 'At a time I choose',
  dateAndTime: 'Date and time',
  zone: (zone: string) => `In the time zone of this device, ${zone}.`,
  timeNeeded: 'Enter the day and the time.',
  past: 'That time has passed. Choose one in the future.',
})
