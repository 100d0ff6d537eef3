// Whether the list of people is shown; a choice that stays on this device.

import { signal } from '@preact/signals'

const KEY = 'people'

export const showsPeople = signal(read())

export function togglePeople() {
  showsPeople.value = !showsPeople.value
  try {
    localStorage.setItem(KEY, String(showsPeople.value))
  } catch {
    // Where nothing may be stored, the choice holds until the page is left.
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    return false
  }
}
