// Why something was not done, in words: the server's, or ours where there was no answer.

import { viewsText as t } from './text.ts'

export const reasonOf = ({ code, msg }: { code: string; msg: string }): string =>
  code === 'NETWORK' ? t.noConnection : msg
