// What is being typed just before the caret that suggestions could complete.

export type Token =
  | { kind: 'person' | 'silent' | 'channel' | 'emoji' | 'command'; start: number; typed: string }
  | { kind: 'topic'; start: number; channel: string; typed: string }

/** What may stand before a mention or a link to a channel. */
const BEFORE = `(?:^|[\\s'"({[/<])`

const TOPIC = new RegExp(`${BEFORE}(#\\*\\*([^*>\\n]+)>([^*\\n]{0,60}))$`, 'u')
const CHANNEL = new RegExp(`${BEFORE}(#(?:\\*\\*)?([^*#>\\n]{0,60}))$`, 'u')
const PERSON = new RegExp(`${BEFORE}(@(_?)\\*{0,2}([^*@\\n]{0,40}))$`, 'u')
const EMOJI = /(?:^|[\s(])(:([\w+-]{2,40}))$/u
const COMMAND = /^(\/(\w{0,20}))$/u

/** How far back from the caret is looked: longer than any name. */
const REACH = 160

/**
 * @param text the whole message
 * @param caret where the caret is in it
 * @returns undefined where nothing is to be completed
 */
export function tokenAt(text: string, caret: number): Token | undefined {
  const before = text.slice(Math.max(0, caret - REACH), caret)
  if (isInCode(text.slice(0, caret))) return undefined
  const found = (whole: string) => ({ start: caret - whole.length })

  const topic = TOPIC.exec(before)
  if (topic) return { kind: 'topic', ...found(topic[1]!), channel: topic[2]!, typed: topic[3]! }
  const person = PERSON.exec(before)
  if (person && !isOver(person[3]!)) {
    return { kind: person[2] ? 'silent' : 'person', ...found(person[1]!), typed: person[3]! }
  }
  const channel = CHANNEL.exec(before)
  if (channel && !isOver(channel[2]!)) {
    return { kind: 'channel', ...found(channel[1]!), typed: channel[2]! }
  }
  const emoji = EMOJI.exec(before)
  if (emoji) return { kind: 'emoji', ...found(emoji[1]!), typed: emoji[2]! }
  const command = caret === text.length ? COMMAND.exec(text) : null
  return command ? { kind: 'command', start: 0, typed: command[2]! } : undefined
}

/** Whether a text can be the beginning of a name: a few words, not a sentence and not a space alone. */
const isOver = (typed: string) => typed.startsWith(' ') || typed.split(' ').length > 4

function isInCode(before: string): boolean {
  const fences = before.match(/^(```|~~~)/gm)?.length ?? 0
  if (fences % 2 === 1) return true
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return (line.match(/`/g)?.length ?? 0) % 2 === 1
}
