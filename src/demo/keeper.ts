// Keeper, the bot of the demo: it answers direct messages and mentions, as any bot of the API would.

import { BOT } from './cast.ts'
import type { DemoClient, ServedMessage } from './client.ts'

const HELP = `I know these words:

- \`next\` – when the next ferry leaves
- \`tide\` – high and low water today
- \`roll 2d6\` – dice, up to 20 of them
- \`choose tea, coffee, water\` – one of several
- \`help\` – this list`

/** Answers until the client stops. @param now milliseconds since 1970 */
export function runKeeper(client: DemoClient, now: () => number): Promise<void> {
  return client.listen(async (message) => {
    const words = wordsFor(client.id, message)
    if (words !== undefined) await client.reply(message, answerTo(words, now()))
  })
}

/** What a message asks of the bot; undefined where it is not addressed. */
function wordsFor(id: number, message: ServedMessage): string | undefined {
  if (message.sender_id === id) return undefined
  const mention = `@**${BOT.name}**`
  if (message.content.includes(mention)) return message.content.replace(mention, '').trim()
  return message.type === 'private' ? message.content.trim() : undefined
}

/** @param now milliseconds since 1970 */
export function answerTo(words: string, now: number): string {
  const [command = '', ...rest] = words.toLowerCase().split(/\s+/)
  switch (command) {
    case 'next':
      return nextFerry(now)
    case 'tide':
      return tide(now)
    case 'roll':
      return roll(rest[0] ?? '1d6')
    case 'choose':
      return choose(words.slice(command.length))
    case 'help':
      return HELP
    default:
      return `I do not know “${command}” yet. Write \`help\` and I say what I can.`
  }
}

/** Every forty minutes, on both sides. */
function nextFerry(now: number): string {
  const step = 40 * 60_000
  const leaves = new Date(Math.ceil((now + 1) / step) * step)
  const minutes = Math.ceil((leaves.getTime() - now) / 60_000)
  return `Line 2 leaves North Pier at <time:${leaves.toISOString()}>, in ${minutes} min. :ship:`
}

/** High water comes every 12 hours and 25 minutes. */
function tide(now: number): string {
  const period = (12 * 60 + 25) * 60_000
  const high = new Date(Math.ceil(now / period) * period)
  const low = new Date(high.getTime() + period / 2)
  return `High water at <time:${high.toISOString()}>, 3.1 m. Low water at <time:${low.toISOString()}>, 0.6 m. :ocean:`
}

function roll(dice: string): string {
  const [, count = '1', sides = ''] = /^(\d{0,2})d(\d{1,3})$/.exec(dice) ?? []
  const [n, most] = [Number(count || 1), Number(sides)]
  if (!(n >= 1 && n <= 20 && most >= 2))
    return 'Dice look like `2d6`: up to 20 of them, 2 to 999 sides.'
  const rolled = Array.from({ length: n }, () => 1 + Math.floor(Math.random() * most))
  const sum = rolled.reduce((total, one) => total + one, 0)
  return `:game_die: ${rolled.join(' + ')}${n > 1 ? ` = **${sum}**` : ''}`
}

function choose(list: string): string {
  const choices = list
    .split(/,|\bor\b/)
    .map((choice) => choice.trim())
    .filter(Boolean)
  if (choices.length < 2) return 'Give me two or more, with commas between: `choose tea, coffee`.'
  return `**${choices[Math.floor(Math.random() * choices.length)]}**, without a doubt.`
}
