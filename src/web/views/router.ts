// Where one is: the address behind `#`, read into what is shown.

import { computed, signal } from '@preact/signals'
import { parseHash } from '../model/hash.ts'
import { keyOf, type Place } from '../model/narrow.ts'
import { model } from './here.ts'

export type Route =
  | { view: 'messages'; place: Place }
  | { view: 'page'; name: string; rest: readonly string[] }

/** The address, with its `#`. */
export const hash = signal(location.hash)

/** What stands behind the address of a page: `#settings/profile` opens the page `settings`. */
export const route = computed<Route>(() => {
  if (!model.isLoaded.value) return HOME
  const place = parseHash(hash.value, model.names)
  if (place) return { view: 'messages', place }
  const [name = '', ...rest] = hash.value.slice(1).split('/')
  return name === '' ? homeRoute() : { view: 'page', name, rest: rest.map(decodeURIComponent) }
})

const HOME: Route = { view: 'page', name: 'inbox', rest: [] }

const HOME_VIEWS: Record<string, string> = {
  inbox: '#inbox',
  recent: '#recent',
  recent_topics: '#recent',
  all_messages: '#feed',
}

/** The view that one has chosen to come home to. */
export const homeHash = () => HOME_VIEWS[model.settings.get('web_home_view')] ?? '#inbox'

function homeRoute(): Route {
  const home = homeHash()
  const place = parseHash(home, model.names)
  if (place) return { view: 'messages', place }
  return { view: 'page', name: home.slice(1), rest: [] }
}

/** The key of the narrow that is shown; undefined where no messages are. */
export const shownNarrow = computed(() => {
  const now = route.value
  return now.view === 'messages' ? keyOf(now.place.narrow) : undefined
})

/** Goes to an address; going back leads to where one was. */
export function go(address: string) {
  if (location.hash === address) hash.value = address
  else location.hash = address
}

/** Goes there in place of where one is. */
export function replaceAddress(address: string) {
  history.replaceState(history.state, '', address)
  hash.value = address
}

/** Starts following the address bar; called once. */
export function startRouter() {
  const follow = () => {
    hash.value = location.hash
  }
  addEventListener('hashchange', follow)
  // The address may have changed since this file was loaded: the storage is opened in between.
  follow()
}
