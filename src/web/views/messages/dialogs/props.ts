// What each dialog about a message is given.

import type { Message } from '../../../model/messages.ts'

export interface MessageDialogProps {
  message: Message
  onClose: () => void
}
