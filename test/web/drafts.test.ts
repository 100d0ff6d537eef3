// What one has begun to write is one draft, here and on the server, whatever it is called meanwhile.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Session } from '../../src/web/sync/session.ts'
import { startChat } from '../chat.ts'
import { openClient } from './client.ts'

/** The client waits a second for each minute that it means to wait. */
const hurried = (ms: number, work: () => void) => {
  const timer = setTimeout(work, ms / 60).unref()
  return () => clearTimeout(timer)
}

const writeNewTopic = ({ drafts }: Session, topic: string) =>
  drafts.write({
    ...{ key: 'new:1', to: { channelId: 1, topic } },
    ...{ content: 'Where do we go?', caret: 0, scroll: 0 },
  })

test('a new topic is one draft while its name is typed', async () => {
  await using chat = await startChat()
  await using client = await openClient(chat, chat.olga, { after: hurried })
  await using other = await openClient(chat, chat.olga, { after: hurried })
  const topicsOn = ({ session }: typeof client) =>
    session.model.drafts.all().map(({ key, to }) => [key, to.topic])

  for (const topic of ['p', 'pla', 'plans']) {
    writeNewTopic(client.session, topic)
    await other.until(() => topicsOn(other)[0]?.[1] === topic)
    assert.equal(topicsOn(other), [[`c:1:${topic}`, topic]])
  }

  assert.equal(topicsOn(client), [['new:1', 'plans']])
  const { drafts } = await chat.olga.get('/drafts')
  assert.equal(
    drafts.map(({ topic }: { topic: string }) => topic),
    ['plans'],
  )
  client.session.drafts.drop('new:1')
  await other.until(() => other.session.model.drafts.all().length === 0)
})

test.run()
