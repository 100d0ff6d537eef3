// Whether keys that are a character alone do something; a choice that stays on this device.

import { signal } from '@preact/signals'
import { allowSingleKeys } from './dispatch.ts'

const KEY = 'single-keys'

export const singleKeys = signal(read())

export function setSingleKeys(allowed: boolean) {
  singleKeys.value = allowed
  allowSingleKeys(allowed)
  try {
    localStorage.setItem(KEY, allowed ? 'on' : 'off')
  } catch {
    // Where nothing may be stored, the choice holds until the page is left.
  }
}

/** Applies what was chosen before; called once. */
export const startSingleKeys = () => allowSingleKeys(singleKeys.peek())

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}
