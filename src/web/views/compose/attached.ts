// Files that are on their way into a text. They belong to the draft they were added to: one may go
// elsewhere meanwhile, and the link still ends up where the file was dropped.

import { signal } from '@preact/signals'
import type { Upload, UploadState } from '../../sync/uploads.ts'
import { model, session } from '../here.ts'
import { append, insert, replaceText } from './editing.ts'
import { composeText as t } from './text.ts'

export interface Attached {
  draftKey: string
  upload: Upload
  /** Placeholder in the text until the address of the file is known. */
  words: string
}

const list = signal<readonly Attached[]>([])

export const attachedTo = (draftKey: string): readonly Attached[] =>
  list.value.filter((one) => one.draftKey === draftKey)

/** What keeps the text from being sent: a file that is on its way, or one that has failed. */
export function unfinishedIn(draftKey: string): 'uploading' | 'failed' | undefined {
  const kinds = list
    .peek()
    .flatMap((one) => (one.draftKey === draftKey ? [one.upload.state.peek().kind] : []))
  if (kinds.includes('failed')) return 'failed'
  return kinds.length > 0 ? 'uploading' : undefined
}

/** Uploads a file; words for it stand at the caret meanwhile. */
export function attach(field: HTMLTextAreaElement, draftKey: string, file: File) {
  const words = freeWords(file.name)
  const attached = { draftKey, words, upload: session.uploads.add(file) }
  insert(field, `${words}\n`)
  list.value = [...list.value, attached]
  const stop = attached.upload.state.subscribe((state) => {
    if (state.kind !== 'done' && state.kind !== 'cancelled') return
    queueMicrotask(() => stop())
    settle(attached, state)
  })
}

/** Gives up the files of every text: one has logged out. */
export function detachAll() {
  for (const { upload } of list.peek()) upload.cancel()
}

/** Takes out what stands for files whose upload ended with the page. */
export function withoutLostFiles(draftKey: string, content: string): string {
  const alive = new Set(attachedTo(draftKey).map(({ words }) => words))
  const name = '\u0000'
  const [before = '', after = ''] = t.uploading(name).split(name)
  const pattern = new RegExp(`\\[${escaped(before)}[^\\n]*${escaped(after)}\\]\\(\\)\\n?`, 'g')
  return content.replace(pattern, (found) => (alive.has(found.trimEnd()) ? found : ''))
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Pasted pictures all have the same name: the words for each are its own. */
function freeWords(name: string): string {
  const taken = new Set(list.peek().map(({ words }) => words))
  const plain = name.replace(/[[\]\n]/g, '')
  const numbered = (n: number) => `[${t.uploading(n === 1 ? plain : `${plain} (${n})`)}]()`
  let n = 1
  while (taken.has(numbered(n))) n++
  return numbered(n)
}

/** The words for the file become its link, or go. */
function settle(attached: Attached, state: UploadState) {
  list.value = list.peek().filter((one) => one !== attached)
  const { draftKey, words, upload } = attached
  const link = state.kind === 'done' ? linkTo(upload.file, state.url) : undefined
  const field = document.querySelector<HTMLTextAreaElement>('textarea[data-composer]')
  const edit = (text: string): [old: string, now: string] => {
    if (link === undefined) return [text.includes(`${words}\n`) ? `${words}\n` : words, '']
    return [words, link]
  }
  if (field?.dataset.draft === draftKey) {
    if (replaceText(field, ...edit(field.value)) || link === undefined) return
    // The words were deleted, the file was not.
    append(field, link)
    return
  }
  const draft = model.drafts.peek(draftKey)
  if (!draft) return
  session.drafts.write({ ...draft, content: draft.content.replace(...edit(draft.content)) })
}

const SOUND = /^audio\//

/** Images and videos are shown by a plain link; sound is by the form that says so. */
const linkTo = ({ name, type }: Blob & { name: string }, url: string) =>
  `${SOUND.test(type) ? '!' : ''}[${name.replace(/[[\]\n]/g, '')}](${url})`
