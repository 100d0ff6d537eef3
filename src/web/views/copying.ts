// Copying links and text, saying whether it worked.

import { toast } from '../ui/toast.tsx'
import { copy } from './content/clipboard.ts'
import { contentText as t } from './content/text.ts'

export const copyText = async (text: string) => toast((await copy(text)) ? t.copied : t.notCopied)

/** @param hash with its `#` */
export const copyAddress = (hash: string) =>
  void copyText(new URL(`/${hash}`, location.origin).toString())
