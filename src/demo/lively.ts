// People of the demo who keep talking at a human pace, so that a screen shows live messages.

import { setTimeout as wait } from 'node:timers/promises'
import type { DemoClient } from './client.ts'

interface Remark {
  who: string
  channel: string
  topic: string
  text: string
}

/** Said in this order, and then again from the start. */
const REMARKS: Remark[] = [
  {
    who: 'gus',
    channel: 'general',
    topic: 'from the pier',
    text: 'Fog at the north pier. The 40 is late, but it is there.',
  },
  { who: 'hana', channel: 'general', topic: 'from the pier', text: 'I hear its horn up here.' },
  {
    who: 'dev',
    channel: 'engineering',
    topic: 'release 2.5',
    text: 'The tiles render in 11 ms now; it was the font.',
  },
  { who: 'ben', channel: 'engineering', topic: 'release 2.5', text: 'Which font?' },
  {
    who: 'dev',
    channel: 'engineering',
    topic: 'release 2.5',
    text: 'The one with 4,000 signs of which we use 61.',
  },
  {
    who: 'chloe',
    channel: 'design',
    topic: 'widget',
    text: 'First sizes of the widget are in the folder. The small one has only the time and a wave.',
  },
  {
    who: 'emi',
    channel: 'design',
    topic: 'widget',
    text: 'The wave should rise and fall with the tide. :ocean:',
  },
  {
    who: 'farah',
    channel: 'support',
    topic: 'sound at boarding',
    text: 'A seventh mail: they would like a *seagull*.',
  },
  { who: 'gus', channel: 'support', topic: 'sound at boarding', text: 'No.' },
  {
    who: 'hana',
    channel: 'lunch',
    topic: 'today',
    text: 'Soup in twenty minutes, bread is there.',
  },
  { who: 'emi', channel: 'lunch', topic: 'today', text: 'Coming, with a bowl.' },
  {
    who: 'chloe',
    channel: 'ideas',
    topic: 'regatta day',
    text: 'A drawing of the course, with the places where one sees the turn best?',
  },
]

const EMOJI = ['+1', 'smile', 'ocean', 'tada', 'heart']

/** Longest and shortest pause between two remarks. */
const PAUSE_MS = { least: 6_000, most: 25_000 }

/** How long a person types, by character: a quick one on a good keyboard. */
const TYPING_MS_PER_CHARACTER = 60

/** Talks until `stop` is aborted. */
export async function keepTalking(people: Map<string, DemoClient>, stop: AbortSignal) {
  for (let turn = 0; !stop.aborted; turn++) {
    const remark = REMARKS[turn % REMARKS.length]!
    await wait(between(PAUSE_MS), undefined, { signal: stop })
    const id = await say(people.get(remark.who)!, remark, stop)
    await react(people, remark, id, stop)
  }
}

async function say(person: DemoClient, { channel, topic, text }: Remark, stop: AbortSignal) {
  const { stream_id } = await person.call('GET', '/get_stream_id', { stream: channel })
  const typing = { type: 'channel', stream_id, topic }
  await person.call('POST', '/typing', { ...typing, op: 'start' })
  await wait(text.length * TYPING_MS_PER_CHARACTER, undefined, { signal: stop })
  await person.call('POST', '/typing', { ...typing, op: 'stop' })
  const { id } = await person.call('POST', '/messages', {
    type: 'channel',
    to: stream_id,
    topic,
    content: text,
  })
  return id as number
}

/** Now and then another person likes what was said. */
async function react(
  people: Map<string, DemoClient>,
  { who }: Remark,
  id: number,
  stop: AbortSignal,
) {
  if (Math.random() < 0.5) return
  const others = [...people].filter(([key]) => key !== who && key !== 'ana')
  const [, other] = others[Math.floor(Math.random() * others.length)]!
  await wait(between({ least: 1_500, most: 5_000 }), undefined, { signal: stop })
  const emoji_name = EMOJI[Math.floor(Math.random() * EMOJI.length)]
  await other.call('POST', `/messages/${id}/reactions`, { emoji_name })
}

const between = ({ least, most }: { least: number; most: number }) =>
  least + Math.random() * (most - least)
