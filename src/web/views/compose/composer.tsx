// The composer: where to, the text, its buttons. It stays while one goes from place to place.

import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Recipient } from '../../model/outbox.ts'
import { hashOfRecipient } from '../addresses.ts'
import { count } from '../counting.ts'
import { model, session } from '../here.ts'
import { go } from '../router.ts'
import { unfinishedIn } from './attached.ts'
import { CannotWrite, reasonNotToWrite } from './cannot.tsx'
import { Destination } from './destination.tsx'
import { useDraft } from './draft.ts'
import { growWith } from './growing.ts'
import { ComposeHint, Limit } from './hints.tsx'
import { composeKeys } from './keys.ts'
import { placeholderFor } from './placeholder.ts'
import { Preview } from './preview.tsx'
import { showSendLater } from './send-later.tsx'
import { chosen, draftKeyOf, recipientOf, type Target, target } from './target.ts'
import { composeText as t } from './text.ts'
import { ComposeTools } from './tools.tsx'
import { Typeahead, useTypeahead } from './typeahead.tsx'
import { UploadList, useUploads } from './uploads.tsx'

export function ComposerPlace() {
  const to = target.value
  if (!to) return null
  const reason = reasonNotToWrite(to)
  return reason ? <CannotWrite {...reason} /> : <Composer to={to} />
}

/** The state of the composer and what can be done with it. */
function useComposer(to: Target) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isEmpty = useSignal(true)
  const length = useSignal(0)
  const problem = useSignal('')
  const preview = useSignal<string | undefined>(undefined)
  const limit = model.organization.get('max_message_length') ?? 10_000
  const draftKey = draftKeyOf(to)
  const draft = useDraft(field, to)
  const uploads = useUploads({ field, draftKey, problem })
  const typeahead = useTypeahead(field, to)

  /** The text changed, by typing or otherwise. Nothing is drawn again for a key but what depends on it. */
  const noticeText = () => {
    const { value } = field.current!
    isEmpty.value = value.trim() === ''
    length.value = value.length > limit - 500 ? [...value].length : 0
    growWith(field.current!)
  }
  useLayoutEffect(() => {
    draft.restore()
    preview.value = undefined
    problem.value = ''
    noticeText()
  }, [draftKey])

  /** Calls back with what can be sent as it is; says what is missing otherwise. */
  const whenReady = (work: (recipient: Recipient, content: string) => void) => {
    const content = field.current!.value.trim()
    const recipient = recipientOf(to)
    problem.value = reasonToWait(content, draftKey, limit)
    if (content === '' || problem.peek() !== '') return
    problem.value = placeProblem(recipient)
    if (recipient !== undefined && problem.peek() === '') work(recipient, content)
  }
  /** What was written is on its way. */
  const leave = (recipient: Recipient) => {
    session.typing.stopped()
    field.current!.value = ''
    preview.value = undefined
    draft.drop()
    noticeText()
    // A dialog that closes now gives the focus back to a button that is disabled.
    requestAnimationFrame(() => field.current?.focus())
    if (!to.isFixed) followTo(recipient)
  }
  const send = () =>
    whenReady((recipient, content) => {
      session.sender.send(recipient, content)
      leave(recipient)
    })
  const sendLater = () =>
    whenReady((recipient, content) => showSendLater(recipient, content, () => leave(recipient)))
  const onInput = () => {
    noticeText()
    draft.write()
    typeahead.look()
    const recipient = isEmpty.peek() ? undefined : recipientOf(to)
    if (recipient) session.typing.wrote(recipient)
    else session.typing.stopped()
  }
  const togglePreview = () => {
    preview.value = preview.value === undefined ? field.current!.value : undefined
    if (preview.value === undefined) requestAnimationFrame(() => field.current!.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (typeahead.key(event)) return
    composeKeys(event, { field: field.current!, send, isEmpty: isEmpty.peek() })
  }
  useEffect(() => () => session.typing.stopped(), [draftKey])
  const isReady = useComputed(() => !isEmpty.value && length.value <= limit)
  return {
    ...{ field, draftKey, draft, uploads, typeahead, problem, preview, length, limit, isReady },
    ...{ send, sendLater, onInput, onKeyDown, togglePreview },
  }
}

function Composer({ to }: { to: Target }) {
  count('composer')
  const { field, draftKey, draft, uploads, typeahead, ...composer } = useComposer(to)
  const { problem, preview, length, limit, isReady, send } = composer
  return (
    <section class="composer" aria-label={t.message}>
      {problem.value && (
        <p class="compose-problem" role="alert">
          <span>{problem.value}</span>
        </p>
      )}
      <div class="compose-box">
        {!to.isFixed || chosen.value ? (
          <Destination to={to} onDone={() => field.current!.focus()} />
        ) : null}
        <UploadList uploads={uploads} draftKey={draftKey} />
        <textarea
          ref={field}
          data-composer
          data-draft={draftKey}
          hidden={preview.value !== undefined}
          rows={1}
          aria-label={t.message}
          placeholder={placeholderFor(to)}
          {...typeahead.attributes}
          onInput={composer.onInput}
          onKeyDown={composer.onKeyDown}
          onKeyUp={typeahead.moved}
          onClick={typeahead.look}
          onFocus={typeahead.prepare}
          onBlur={() => {
            typeahead.close()
            draft.write()
          }}
          onPaste={uploads.pasted}
        />
        {preview.value !== undefined && <Preview text={preview.value} />}
        <ComposeTools
          field={field}
          isReady={isReady}
          isPreviewed={preview.value !== undefined}
          onAttach={uploads.choose}
          onPreview={composer.togglePreview}
          onSend={send}
          onSendLater={composer.sendLater}
        >
          <Limit length={length} limit={limit} />
        </ComposeTools>
        <Typeahead state={typeahead} />
      </div>
      <ComposeHint />
    </section>
  )
}

/** @returns why the text cannot be sent as it is; '' if it can */
function reasonToWait(content: string, draftKey: string, limit: number): string {
  const over = [...content].length - limit
  if (over > 0) return t.tooLong(over)
  const unfinished = unfinishedIn(draftKey)
  if (unfinished === 'failed') return t.notUploaded
  return unfinished ? t.stillUploading : ''
}

/** @returns why a message cannot go there; '' if it can. Goes to the field of a missing topic */
function placeProblem(recipient: Recipient | undefined): string {
  if (recipient === undefined) return t.placeNeeded
  const needsTopic =
    recipient.kind === 'topic' && recipient.topic === '' && !mayBeNameless(recipient.channelId)
  if (!needsTopic) return ''
  document.querySelector<HTMLElement>('[data-part="topic"] input')?.focus()
  return t.topicNeeded
}

/** Shows the conversation that the message was sent to. */
function followTo(recipient: Recipient) {
  chosen.value = undefined
  go(hashOfRecipient(recipient))
}

function mayBeNameless(channelId: number): boolean {
  const channel = model.channels.peek(channelId)
  return channel !== undefined && model.permissions.topicsPolicy(channel) !== 'disable_empty_topic'
}
