// The notifications that are on the screen, as the browser reports them.

import type { CDPSession } from 'playwright-core'

/** What a person reads on a notification. */
interface Shown {
  title: string
  body: string
}

/** A wait that takes longer has failed. */
const PATIENCE_MS = 20_000

/**
 * Follows what the browser of a page shows from now on. A test must not poll `getNotifications`
 * instead: Chromium forgets a notification that is asked for while it is being shown.
 * @returns resolves when the notifications on the screen have these texts and no others, with all of them
 */
export async function followNotifications(session: CDPSession) {
  const byTag = new Map<string, Shown>()
  let look = () => {}
  session.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
    const { eventName, instanceId, eventMetadata } = backgroundServiceEvent
    const fact = (name: string) => eventMetadata.find(({ key }) => key === name)?.value ?? ''
    if (eventName === 'Notification closed') byTag.delete(instanceId)
    if (eventName === 'Notification displayed')
      byTag.set(instanceId, { title: fact('Title'), body: fact('Body') })
    look()
  })
  await session.send('BackgroundService.startObserving', { service: 'notifications' })
  await session.send('BackgroundService.setRecording', {
    service: 'notifications',
    shouldRecord: true,
  })

  return (...bodies: readonly string[]): Promise<Shown[]> =>
    new Promise((resolve, reject) => {
      const expected = sorted(bodies)
      const timer = setTimeout(() => {
        reject(new Error(`Shown are ${JSON.stringify([...byTag.values()])}, not ${expected}`))
      }, PATIENCE_MS)
      look = () => {
        const shown = [...byTag.values()]
        if (sorted(shown.map(({ body }) => body)) !== expected) return
        clearTimeout(timer)
        resolve(shown)
      }
      look()
    })
}

const sorted = (bodies: readonly string[]) => JSON.stringify([...bodies].sort())
