// Dialogs about one message. Each loads when it is first needed.

import type { ComponentType } from 'preact'
import type { Message } from '../../model/messages.ts'
import { openDialog } from '../../ui/dialog.tsx'
import { lazy, lazyField } from '../lazy.tsx'
import type { MessageDialogProps } from './dialogs/props.ts'

const Move = lazyField<MessageDialogProps>(() => import('./dialogs/move.tsx'))
const History = lazy<MessageDialogProps>(() => import('./dialogs/history.tsx'))
const Receipts = lazy<MessageDialogProps>(() => import('./dialogs/receipts.tsx'))
const Reminder = lazyField<MessageDialogProps>(() => import('./dialogs/reminder.tsx'))
const Report = lazyField<MessageDialogProps>(() => import('./dialogs/report.tsx'))
const Forward = lazyField<MessageDialogProps>(() => import('./dialogs/forward.tsx'))

const shows = (Part: ComponentType<MessageDialogProps>) => (message: Message) =>
  void openDialog((close) => <Part message={message} onClose={close} />)

export const showMove = shows(Move)
export const showHistory = shows(History)
export const showReceipts = shows(Receipts)
export const showReminder = shows(Reminder)
export const showReport = shows(Report)
export const showForward = shows(Forward)
