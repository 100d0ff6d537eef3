// Benchmark: POST /register in a large organization.

import { Connection, expectSuccess, requestBytes } from './client.ts'
import { messageWriter, Team, temporaryFolder } from './data.ts'
import { startHearth } from './programs.ts'
import { Prose } from './prose.ts'
import { type Measure, median, milliseconds, quantile } from './table.ts'

const USERS = 1000
const CHANNELS = 300
const UNREADS = 5000
const TIMES = 30

/** POST /register of a client that understands everything, as one starts every morning. */
export const measure: Measure = async () => {
  using folder = temporaryFolder()
  const team = await prepare(folder.path)
  await using hearth = await startHearth(folder.path)
  const reader = team.owner
  const request = {
    method: 'POST',
    path: '/api/v1/register',
    authorization: reader.authorization,
    parameters: {
      apply_markdown: true,
      client_gravatar: true,
      include_subscribers: 'false',
      slim_presence: true,
      client_capabilities: {
        notification_settings_null: true,
        bulk_message_deletion: true,
        user_avatar_url_field_optional: true,
        stream_typing_notifications: true,
        user_settings_object: true,
        linkifier_url_template: true,
        empty_topic_name: true,
        simplified_presence_events: true,
      },
    },
  }
  const connection = await Connection.open(hearth.url)
  const times: number[] = []
  let bytes = 0
  for (let time = -5; time < TIMES; time++) {
    const started = performance.now()
    const { status, body } = await connection.ask(requestBytes(request))
    if (status !== 200) throw new Error(`the server answered ${status}: ${body}`)
    if (time >= 0) times.push(performance.now() - started)
    bytes = body.length
    const { queue_id } = JSON.parse(body.toString())
    await expectSuccess(hearth.url, {
      method: 'DELETE',
      path: '/api/v1/events',
      authorization: reader.authorization,
      parameters: { queue_id },
    })
  }
  connection.close()
  return [
    {
      work: 'POST /register, 1,000 users, 300 channels, 5,000 unread',
      hearth: `${Math.round(bytes / 1000)} kB`,
      p50: milliseconds(median(times)),
      p99: milliseconds(quantile(times, 0.99)),
      figure: median(times),
      unit: 'ms',
      goal: { atLeast: 15, aim: 8, smallerIsBetter: true },
    },
  ]
}

/** The owner is in every channel, everyone else in twenty; the unread messages are in all topics. */
async function prepare(folder: string): Promise<Team> {
  const team = await Team.found(folder)
  team.addMembers(USERS)
  const prose = new Prose()
  const topics: { channel: number; conversation: number }[] = []
  for (let index = 0; index < CHANNELS; index++) {
    const others = team.members.filter((_, member) => member > 0 && (member + index) % 15 === 0)
    const channel = team.addChannel(`channel ${index}`, [team.owner, ...others])
    for (let topic = 0; topic < 4; topic++) {
      topics.push({ channel, conversation: team.addTopic(channel, `topic ${topic} ${index}`) })
    }
  }
  const { write, give } = messageWriter(team.db)
  team.db.transaction(() => {
    for (let count = 0; count < UNREADS; count++) {
      const sender = team.members[1 + prose.below(USERS - 1)]!
      const id = write({
        ...topics[prose.below(topics.length)]!,
        sender: sender.id,
        content: prose.message(),
      })
      give(id, new Map([[team.owner.id, count % 100 === 0 ? 8 : 0]]))
    }
  })()
  team.close()
  return team
}
