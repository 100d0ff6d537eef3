// Reads new messages of the open conversation aloud, a few at a time.

import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { plainText } from '../../model/content.ts'
import type { ConversationKey } from '../../model/conversations.ts'
import type { Message } from '../../model/messages.ts'
import { model } from '../here.ts'
import { messagesText as t } from './text.ts'

const PAUSE_MS = 2000
const LONGEST = 300

export function LiveLog({ conversation }: { conversation: ConversationKey }) {
  const said = useSignal('')
  useLayoutEffect(() => {
    let waiting: Message[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const say = () => {
      timer = undefined
      if (waiting.length === 0) return
      said.value = waiting.length === 1 ? wordsOf(waiting[0]!) : t.severalNew(waiting.length)
      waiting = []
      timer = setTimeout(say, PAUSE_MS)
    }
    const stop = model.onEvent((event) => {
      if (event.type !== 'message') return
      const message = model.messages.peek(event.message.id)
      if (message?.conversation !== conversation) return
      if (message.sender_id === model.users.ownId.peek()) return
      waiting.push(message)
      if (timer === undefined) say()
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [conversation])
  return (
    <div class="sr" role="log" aria-live="polite">
      {said.value}
    </div>
  )
}

const wordsOf = ({ sender_id, content }: Message) =>
  t.saidNow(model.users.name(sender_id), plainText(content).slice(0, LONGEST))
