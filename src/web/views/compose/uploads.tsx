// Attaching files: dropped anywhere on the window, pasted or picked; each shows how far it is.

import { type Signal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Upload } from '../../sync/uploads.ts'
import { IconButton } from '../../ui/button.tsx'
import { model } from '../here.ts'
import { reasonOf } from '../refused.ts'
import { attach, attachedTo } from './attached.ts'
import { composeText as t } from './text.ts'

interface Where {
  field: RefObject<HTMLTextAreaElement | null>
  draftKey: string
  /** Says why a file is not attached. */
  problem: Signal<string>
}

/** Ways to attach files to the text that is written. */
export function useUploads(where: Where) {
  const latest = useRef(where)
  latest.current = where
  const isDroppedOn = useSignal(false)
  const addAll = (files: Iterable<File>) => {
    const { field, draftKey, problem } = latest.current
    const largest = (model.organization.peek('max_file_upload_size_mib') ?? 0) * 2 ** 20
    const [fitting, refused]: [File[], File[]] = [[], []]
    for (const file of files) (file.size <= largest ? fitting : refused).push(file)
    problem.value = refused.map(({ name }) => t.tooLarge(name, largest / 2 ** 20)).join(' ')
    for (const file of fitting) attach(field.current!, draftKey, file)
  }
  useEffect(() => listenForDrops(isDroppedOn, addAll), [])
  return {
    isDroppedOn,
    choose() {
      const input = document.createElement('input')
      input.type = 'file'
      input.multiple = true
      input.onchange = () => addAll(input.files ?? [])
      input.click()
    },
    pasted(event: ClipboardEvent) {
      const files = [...(event.clipboardData?.files ?? [])]
      // Text that was copied together with its picture is meant as text.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return
      event.preventDefault()
      addAll(files)
    },
  }
}

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** @returns what ends it */
function listenForDrops(isDroppedOn: Signal<boolean>, addAll: (files: Iterable<File>) => void) {
  const over = (event: DragEvent) => {
    if (!holdsFiles(event) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    isDroppedOn.value = true
  }
  const left = (event: DragEvent) => {
    if (event.relatedTarget === null) isDroppedOn.value = false
  }
  const dropped = (event: DragEvent) => {
    if (!isDroppedOn.peek()) return
    isDroppedOn.value = false
    event.preventDefault()
    addAll(event.dataTransfer?.files ?? [])
  }
  document.addEventListener('dragover', over)
  document.addEventListener('dragleave', left)
  document.addEventListener('drop', dropped)
  return () => {
    document.removeEventListener('dragover', over)
    document.removeEventListener('dragleave', left)
    document.removeEventListener('drop', dropped)
  }
}

/** A file that is dropped where it cannot be attached does not take the place of the client. */
export function ignoreOtherDrops() {
  const ignore = (event: DragEvent) => {
    if (!holdsFiles(event) || event.defaultPrevented) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
  }
  addEventListener('dragover', ignore)
  addEventListener('drop', ignore)
}

interface ListProps {
  uploads: ReturnType<typeof useUploads>
  draftKey: string
}

export function UploadList({ uploads, draftKey }: ListProps) {
  const attached = attachedTo(draftKey)
  return (
    <>
      {uploads.isDroppedOn.value && <div class="drop">{t.dropHere}</div>}
      {attached.length > 0 && (
        <div class="uploads">
          {attached.map(({ upload, words }) => (
            <UploadPill key={words} upload={upload} />
          ))}
        </div>
      )}
    </>
  )
}

function UploadPill({ upload }: { upload: Upload }) {
  const { name } = upload.file
  const state = upload.state.value
  const failed = state.kind === 'failed'
  const done = `${Math.round((state.kind === 'uploading' ? state.part : 0) * 100)}`
  return (
    <div class={failed ? 'upload failed' : 'upload'} style={{ '--done': `${done}%` }}>
      {failed ? (
        <span class="cut" role="alert">
          {t.uploadFailed(name, reasonOf(state.problem))}
        </span>
      ) : (
        <span
          class="cut"
          role="progressbar"
          aria-label={t.uploading(name)}
          aria-valuenow={Number(done)}
        >
          {name}
        </span>
      )}
      {failed && (
        <IconButton
          kind="small"
          icon="refresh-cw"
          label={t.retryUpload(name)}
          onClick={upload.retry}
        />
      )}
      <IconButton kind="small" icon="x" label={t.cancelUpload(name)} onClick={upload.cancel} />
    </div>
  )
}
