// All refusals of the catalogue by concept, for the description of the interface.

import * as callers from './callers.ts'
import * as calls from './calls.ts'
import * as channels from './channels.ts'
import * as files from './files.ts'
import * as joining from './joining.ts'
import * as messages from './messages.ts'
import * as parameters from './parameters.ts'
import * as personal from './personal.ts'
import type { Refusal } from './refusal.ts'
import * as requests from './requests.ts'
import * as users from './users.ts'

/** Every refusal, by the file and then the constant that declares it. */
export const CATALOGUE: Readonly<Record<string, Readonly<Record<string, Refusal>>>> = {
  requests,
  parameters,
  callers,
  messages,
  channels,
  users,
  joining,
  files,
  personal,
  calls,
}
