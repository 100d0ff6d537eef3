// How the mail of a server goes, on the wire.

import { bool, int, text } from '../core/params.ts'

export const mailStatusFields = {
  sends_mail: bool,
  waiting: int,
  sent_today: int,
  failed_today: int,
  last_failure: text.nullable(),
}
