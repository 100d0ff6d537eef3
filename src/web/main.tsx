// Starts the web client: the browser loads this file first.

import { render } from 'preact'
import { browserEnvironment } from './sync/browser.ts'
import { Session } from './sync/session.ts'
import { App, prepare } from './views/app.tsx'
import { startWorker } from './views/content/trusted.ts'
import { begin } from './views/here.ts'

async function boot() {
  const environment = await browserEnvironment()
  const session = new Session(environment)
  begin(session, environment)
  prepare()
  render(<App />, document.getElementById('app')!)
  await session.start()
  // Tests and development want what was built last, not what was stored.
  if (!__HEARTH_TEST__) await startWorker()
}

void boot()
