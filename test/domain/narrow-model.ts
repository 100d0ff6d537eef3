// The model for narrows: a plain list of messages and what each person may read.

import { type Answer, type Chat, expectSuccess, type Person } from '../chat.ts'

/** What the server should know, kept in plain lists. */
export interface ModelMessage {
  id: number
  sender: number
  /** Name; undefined for direct messages. */
  channel: string | undefined
  topic: string
  /** Participants of a direct message. */
  people: number[]
  words: string[]
}

export interface ModelTerm {
  operator: string
  operand: string | number | number[]
  negated: boolean
}

export type ChannelKind = 'public' | 'shared' | 'protected'

export const CHANNELS: Record<ChannelKind, Record<string, boolean>> = {
  public: {},
  shared: { invite_only: true, history_public_to_subscribers: true },
  protected: { invite_only: true, history_public_to_subscribers: false },
}

type Flags = Set<'read' | 'starred' | 'historical'>

/** A small organization that is told what happens, and says what each person should read. */
export class Model {
  readonly people: Person[]
  readonly guest: Person
  readonly messages: ModelMessage[] = []
  readonly rows = new Map<number, Map<number, Flags>>()
  readonly subscribers = new Map<string, Set<number>>()

  constructor(people: Person[], guest: Person) {
    this.people = people
    this.guest = guest
    for (const person of people) this.rows.set(person.id, new Map())
  }

  rowsOf = (person: Person) => this.rows.get(person.id)!

  isSubscribed = (person: Person, channel: string) =>
    this.subscribers.get(channel)?.has(person.id) ?? false

  /** Content access. */
  mayRead(person: Person, channel: string) {
    if (this.isSubscribed(person, channel)) return true
    return channel === 'public' && person !== this.guest
  }

  sent(message: ModelMessage) {
    this.messages.push(message)
    const receivers =
      message.channel === undefined ? message.people : this.subscribers.get(message.channel)!
    for (const id of receivers) this.rows.get(id)?.set(message.id, new Set())
  }

  left(person: Person, channel: string) {
    this.subscribers.get(channel)!.delete(person.id)
    for (const message of this.messages) {
      if (message.channel === channel) this.rowsOf(person).get(message.id)?.add('read')
    }
  }

  /** Whether the person can read the message at all. */
  reaches(person: Person, message: ModelMessage): boolean {
    const isReceived = this.rowsOf(person).has(message.id)
    if (message.channel === undefined) return isReceived
    return this.mayRead(person, message.channel) && (message.channel !== 'protected' || isReceived)
  }

  flag(person: Person, message: ModelMessage, flag: 'read' | 'starred', op: 'add' | 'remove') {
    const rows = this.rowsOf(person)
    const marksUnread = flag === 'read' && op === 'remove'
    const { channel } = message
    if (marksUnread && channel !== undefined && !this.isSubscribed(person, channel)) return
    let flags = rows.get(message.id)
    if (!flags) {
      const isSoAlready = (flag === 'read') === (op === 'add')
      if (isSoAlready) return
      flags = new Set(['read', 'historical'])
      rows.set(message.id, flags)
    }
    if (op === 'add') flags.add(flag)
    else flags.delete(flag)
  }

  flagsOf(person: Person, id: number): string[] {
    const flags = this.rowsOf(person).get(id) ?? new Set(['read', 'historical'])
    return [...flags].sort()
  }

  /** IDs of what a narrow shows a person, ascending. */
  matching(person: Person, terms: readonly ModelTerm[]): number[] {
    const isShared =
      !terms.some(({ operator, operand }) => operator === 'is' && operand !== 'resolved') &&
      (terms.some(
        ({ operator, operand, negated }) =>
          operator === 'channel' &&
          !negated &&
          operand !== 'protected' &&
          this.mayRead(person, operand as string),
      ) ||
        (person !== this.guest &&
          terms.some(({ operator, negated }) => operator === 'channels' && !negated)))
    const searches = terms.filter(({ operator, negated }) => operator === 'search' && !negated)
    return this.messages
      .filter((message) => {
        const { channel } = message
        if (!isShared && !this.rowsOf(person).has(message.id)) return false
        if (channel !== undefined && !this.mayRead(person, channel)) return false
        return (
          searches.every((term) => this.#fits(person, message, term)) &&
          terms.every((term) => this.#fits(person, message, term) !== term.negated)
        )
      })
      .map(({ id }) => id)
  }

  #fits(person: Person, message: ModelMessage, { operator, operand }: ModelTerm): boolean {
    const flags = this.rowsOf(person).get(message.id) ?? new Set(['read'])
    const isDirect = message.channel === undefined
    switch (operator) {
      case 'channel':
        return message.channel === operand
      case 'channels':
        return message.channel === 'public'
      case 'topic':
        return !isDirect && message.topic.toLowerCase() === String(operand).toLowerCase()
      case 'sender':
        return message.sender === operand
      case 'dm':
        return isDirect && sameSet(message.people, [...(operand as number[]), person.id])
      case 'dm-with':
        return isDirect && message.people.includes(operand as number)
      case 'is':
        if (operand === 'dm') return isDirect
        if (operand === 'resolved') return !isDirect && message.topic.startsWith('✔ ')
        return operand === 'unread' ? !flags.has('read') : flags.has('starred')
      case 'search': {
        const words = [...message.words, ...message.topic.toLowerCase().split(' ')]
        return String(operand)
          .split(' ')
          .every((word) => words.includes(word))
      }
      default:
        throw new Error(`the model does not know ${operator}`)
    }
  }
}

const sameSet = (a: readonly number[], b: readonly number[]) =>
  a.length === new Set(b).size && a.every((id) => b.includes(id))

/** Olga, Ben and the guest Gus, and a channel of each kind that Olga is in. */
export async function startModel(chat: Chat): Promise<Model> {
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', 600)
  const model = new Model([chat.olga, ben, gus], gus)
  for (const [channel, more] of Object.entries(CHANNELS)) {
    await chat.olga.subscribe(channel, more)
    model.subscribers.set(channel, new Set([chat.olga.id]))
  }
  model.subscribers.set('elsewhere', new Set(model.people.map((person) => person.id)))
  return model
}

/** What the organization itself tells people is no part of the model until they have it. */
export async function learnNotices(model: Model) {
  const known = new Set(model.messages.map(({ id }) => id))
  for (const person of model.people) {
    for (const message of await readAll(person)) {
      if (known.has(message.id)) continue
      const isDirect = message.type === 'private'
      const people = isDirect ? message.display_recipient : []
      model.rowsOf(person).set(message.id, new Set(message.flags) as Flags)
      if (model.messages.some(({ id }) => id === message.id)) continue
      model.messages.push({
        id: message.id,
        sender: message.sender_id,
        channel: isDirect ? undefined : 'elsewhere',
        topic: isDirect ? '' : message.subject,
        people: people.map((user: { id: number }) => user.id),
        words: [],
      })
    }
  }
  model.messages.sort((a, b) => a.id - b.id)
}

async function readAll(person: Person): Promise<Answer['messages']> {
  const page = { anchor: 'newest', num_before: 5000, num_after: 0, allow_empty_topic_name: true }
  return expectSuccess(await person.get('/messages', page)).messages
}
