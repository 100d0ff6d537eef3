// The buttons below the text: files, emoji, formatting, preview, sending.

import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { keysOf, useCommands } from '../../keys/dispatch.ts'
import { charactersOf } from '../../model/content.ts'
import { IconButton } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { pickEmoji } from '../emoji/picking.tsx'
import { fence, insert, makeLink, prefixLines, toggleMarks } from './editing.ts'
import { composeText as t } from './text.ts'

interface Props {
  field: RefObject<HTMLTextAreaElement | null>
  isReady: ReadonlySignal<boolean>
  isPreviewed: boolean
  onAttach: () => void
  onPreview: () => void
  onSend: () => void
  onSendLater: () => void
  children: ComponentChildren
}

type Format = [
  icon: IconName,
  label: string,
  format: (field: HTMLTextAreaElement) => void,
  keys?: string,
]

const formats = (): Format[] => [
  ['bold', t.bold, (field) => toggleMarks(field, '**'), keysOf('bold')],
  ['italic', t.italic, (field) => toggleMarks(field, '*'), keysOf('italic')],
  ['strikethrough', t.strike, (field) => toggleMarks(field, '~~')],
  ['link', t.link, makeLink, keysOf('link')],
  ['code', t.code, formatCode],
  ['text-quote', t.quote, (field) => prefixLines(field, '> ')],
  ['list', t.list, (field) => prefixLines(field, '* ')],
  ['list-ordered', t.numbers, (field) => prefixLines(field, '1. ')],
]

/** Several lines are a block of their own. */
function formatCode(field: HTMLTextAreaElement) {
  const selected = field.value.slice(field.selectionStart, field.selectionEnd)
  if (selected.includes('\n')) fence(field, '')
  else toggleMarks(field, '`')
}

export function ComposeTools({
  field,
  isReady,
  isPreviewed,
  onAttach,
  onPreview,
  onSend,
  onSendLater,
  children,
}: Props) {
  useCommands({ preview: onPreview })
  const addEmoji = (event: { currentTarget: Element }) =>
    pickEmoji(event.currentTarget, ({ reaction_type, emoji_code, emoji_name }) =>
      insert(
        field.current!,
        reaction_type === 'unicode_emoji' ? `${charactersOf(emoji_code)} ` : `:${emoji_name}: `,
      ),
    )
  return (
    <div class="compose-tools">
      <IconButton icon="paperclip" label={t.attach} onClick={onAttach} />
      <IconButton icon="smile" label={t.emoji} onClick={addEmoji} />
      <span class="line" />
      <span class="formats">
        {formats().map(([icon, label, format, keys]) => (
          <IconButton
            key={icon}
            icon={icon}
            label={label}
            {...(keys && { keys })}
            disabled={isPreviewed}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => format(field.current!)}
          />
        ))}
      </span>
      <span class="space" />
      {children}
      <IconButton
        icon={isPreviewed ? 'pencil' : 'eye'}
        label={t.preview}
        keys={keysOf('preview')}
        aria-pressed={isPreviewed}
        onClick={onPreview}
      />
      <SendButtons isReady={isReady} onSend={onSend} onSendLater={onSendLater} />
    </div>
  )
}

/** Drawn by themselves, because they alone change with the first and the last character. */
const SendButtons = ({
  isReady,
  onSend,
  onSendLater,
}: Pick<Props, 'isReady' | 'onSend' | 'onSendLater'>) => (
  <>
    <IconButton
      icon="calendar-clock"
      label={t.sendLater}
      disabled={!isReady.value}
      onClick={onSendLater}
    />
    <IconButton
      icon="send-horizontal"
      kind="primary"
      label={t.send}
      keys={keysOf('send')}
      disabled={!isReady.value}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onSend}
    />
  </>
)
