// Files that are attached: dropped, pasted or picked; each shows how far it is.

import { signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Upload } from '../../sync/uploads.ts'
import { IconButton } from '../../ui/button.tsx'
import { session } from '../here.ts'
import { insert, replaceText } from './editing.ts'
import { composeText as t } from './text.ts'

type State = ReturnType<typeof makeUploads>

export const useUploads = (field: RefObject<HTMLTextAreaElement | null>): State =>
  useMemo(() => makeUploads(field), [])

function makeUploads(field: RefObject<HTMLTextAreaElement | null>) {
  const list = signal<readonly Upload[]>([])
  const dropping = signal(false)
  const remove = (upload: Upload) => {
    list.value = list.value.filter((other) => other !== upload)
  }
  /** A place holder stands in the text until the address is known. */
  const add = (file: File) => {
    const upload = session.uploads.add(file)
    const words = `[${t.uploading(file.name)}]()`
    insert(field.current!, `${words}\n`)
    list.value = [...list.value, upload]
    const stop = upload.state.subscribe((state) => {
      if (state.kind !== 'done') return
      queueMicrotask(() => stop())
      replaceText(field.current!, words, linkTo(file, state.url))
      remove(upload)
    })
    return upload
  }
  const addAll = (files: Iterable<File>) => {
    for (const file of files) add(file)
  }
  return {
    list,
    isDroppedOn: dropping,
    isBusy: () => list.peek().some(({ state }) => /^(waiting|uploading)$/.test(state.peek().kind)),
    cancel(upload: Upload) {
      upload.cancel()
      replaceText(field.current!, `[${t.uploading(upload.file.name)}]()\n`, '')
      remove(upload)
    },
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
    dropping: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        dropping.value = true
      },
      onDragLeave: () => {
        dropping.value = false
      },
      onDrop(event: DragEvent) {
        dropping.value = false
        if (!event.dataTransfer?.files.length) return
        event.preventDefault()
        addAll(event.dataTransfer.files)
      },
    },
  }
}

const MEDIA = /^audio\//

/** Images and videos are shown by a plain link; sound is by the form that says so. */
const linkTo = ({ name, type }: File, url: string) =>
  `${MEDIA.test(type) ? '!' : ''}[${name.replace(/[[\]]/g, '')}](${url})`

export function UploadList({ uploads }: { uploads: State }) {
  return (
    <>
      {uploads.isDroppedOn.value && <div class="drop">{t.dropHere}</div>}
      {uploads.list.value.length > 0 && (
        <div class="uploads">
          {uploads.list.value.map((upload) => (
            <UploadPill key={upload.file} upload={upload} onCancel={() => uploads.cancel(upload)} />
          ))}
        </div>
      )}
    </>
  )
}

function UploadPill({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { name } = upload.file
  const state = upload.state.value
  const failed = state.kind === 'failed'
  const part = state.kind === 'uploading' ? state.part : 0
  return (
    <div
      class={failed ? 'upload failed' : 'upload'}
      style={{ '--done': `${Math.round(part * 100)}%` }}
    >
      <span class="cut" role={failed ? 'alert' : undefined}>
        {failed ? t.uploadFailed(name, state.problem.msg) : name}
      </span>
      {failed && (
        <IconButton
          kind="small"
          icon="refresh-cw"
          label={t.retryUpload(name)}
          onClick={upload.retry}
        />
      )}
      <IconButton kind="small" icon="x" label={t.cancelUpload(name)} onClick={onCancel} />
    </div>
  )
}
