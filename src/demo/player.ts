// Plays the conversations of the demo through the API's own endpoints, at the times they name.

import { callAs } from '../api/in-process.ts'
import type { Clock } from '../base/clock.ts'
import type { SentFile } from '../base/files.ts'
import type { App } from '../domain/kernel/context.ts'
import { DOCUMENTS, PAINTINGS } from './paintings.ts'
import type { ScriptedMessage } from './script.ts'

/** A clock that stands where the script says. */
export class ScriptClock implements Clock {
  #now: number

  constructor(now: number) {
    this.#now = now
  }

  set(now: number) {
    this.#now = now
  }

  now() {
    return this.#now
  }

  elapsed() {
    return performance.now()
  }

  /** Nothing recurs while the demo is made. */
  every() {
    return () => {}
  }
}

type Parameters = Record<string, unknown>

/** A person or bot of the demo who calls endpoints without a socket. */
export class Performer {
  readonly id: number
  readonly name: string
  readonly #ctx: App

  constructor(ctx: App, id: number, name: string) {
    this.#ctx = ctx
    this.id = id
    this.name = name
  }

  /** @throws RequestError where the endpoint refuses */
  call(route: string, parameters: Parameters = {}, files: SentFile[] = []) {
    return callAs(this.#ctx, this.id, route, parameters, files)
  }

  /** @returns the message's ID */
  async say(place: { channel: string; topic: string } | { to: number[] }, content: string) {
    const target =
      'to' in place
        ? { type: 'direct', to: place.to }
        : { type: 'channel', to: place.channel, topic: place.topic }
    const { id } = await this.call('POST /messages', { ...target, content })
    return id as number
  }
}

export class Player {
  readonly #cast: Map<string, Performer>
  readonly #clock: ScriptClock

  constructor(cast: Map<string, Performer>, clock: ScriptClock) {
    this.#cast = cast
    this.#clock = clock
  }

  async play(message: ScriptedMessage) {
    this.#clock.set(message.at)
    const sender = this.#performer(message.sender)
    const { place } = message
    const target =
      'people' in place
        ? { to: place.people.map((key) => this.#performer(key).id) }
        : { channel: place.channel, topic: place.topic }
    const id = await sender.say(target, await this.#filled(sender, message.content))
    for (const { emoji, people } of message.reactions) {
      for (const key of people)
        await this.#performer(key).call('POST /messages/:message_id/reactions', {
          message_id: id,
          emoji_name: emoji,
        })
    }
    for (const { option, people } of message.votes) {
      const content = JSON.stringify({ type: 'vote', key: `canned,${option}`, vote: 1 })
      for (const key of people)
        await this.#performer(key).call('POST /submessage', {
          message_id: id,
          msg_type: 'widget',
          content,
        })
    }
    if (message.resolves && 'topic' in place) {
      await sender.call('PATCH /messages/:message_id', {
        message_id: id,
        topic: `✔ ${place.topic}`,
        propagate_mode: 'change_all',
        send_notification_to_old_thread: false,
      })
    }
  }

  /** Puts uploads and times in the place of `{{picture NAME}}`, `{{file NAME}}`, `{{today HH:MM}}`. */
  async #filled(sender: Performer, content: string): Promise<string> {
    let filled = content.replace(/\{\{today (\d\d:\d\d)\}\}/g, (_, time: string) => {
      const day = new Date(this.#clock.now()).toISOString().slice(0, 10)
      return `${day}T${time}:00Z`
    })
    for (const [whole, name] of content.matchAll(/\{\{(?:picture|file) ([^}]+)\}\}/g)) {
      const { url } = await sender.call('POST /user_uploads', {}, [fileNamed(name!)])
      filled = filled.replace(whole, `[${name}](${url})`)
    }
    return filled
  }

  #performer(key: string): Performer {
    const performer = this.#cast.get(key)
    if (!performer) throw new Error(`the demo has no ${key}`)
    return performer
  }
}

function fileNamed(name: string): SentFile {
  const paint = PAINTINGS[name]
  if (paint) return { name, type: 'image/png', bytes: Buffer.from(paint()) }
  const text = DOCUMENTS[name]
  if (text === undefined) throw new Error(`the demo has no file ${name}`)
  return { name, type: name.endsWith('.csv') ? 'text/csv' : 'text/plain', bytes: Buffer.from(text) }
}
