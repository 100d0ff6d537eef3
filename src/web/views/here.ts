// The model, the session and the surroundings of this page, for all views. There is one of each, from the start on.

import type { Model } from '../model/model.ts'
import type { Environment } from '../sync/environment.ts'
import type { Session } from '../sync/session.ts'

export let session: Session
export let model: Model
export let environment: Environment

/** Called once, before anything is drawn. */
export function begin(started: Session, around: Environment) {
  session = started
  environment = around
  model = started.model
}
