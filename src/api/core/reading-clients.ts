// Tells clients that people read in from programs.

/** Clients with a person in front of them: a message sent from one counts as read by its sender. */
const READING_CLIENTS = new Set([
  'website',
  'ios',
  'android',
  'snipe',
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
])

/** Whether a message sent by this client counts as read by its sender. */
export function readsWhatItSends(client: string): boolean {
  const name = client.toLowerCase()
  return READING_CLIENTS.has(name) || name.includes('desktop app')
}
