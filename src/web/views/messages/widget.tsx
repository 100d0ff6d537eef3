// Messages that people act on together: polls and to-do lists.

import type { Message } from '../../model/messages.ts'
import { Poll } from './widgets/poll.tsx'
import { widgetOf } from './widgets/reading.ts'
import { Todo } from './widgets/todo.tsx'

export const hasWidget = (message: Message) => widgetOf(message) !== undefined

export function Widget({ message }: { message: Message }) {
  const widget = widgetOf(message)
  if (widget?.type === 'poll') return <Poll message={message} start={widget.start} />
  if (widget?.type === 'todo') return <Todo message={message} start={widget.start} />
  return null
}
