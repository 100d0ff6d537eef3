// What the submessages of a poll or to-do list say, read in the order in which they came.

import type { Message } from '../../../model/messages.ts'
import type { Submessage } from '../../../model/wire.ts'

export interface PollStart {
  question: string
  options: readonly string[]
}

export interface TodoStart {
  title: string
  tasks: readonly { task: string; desc: string }[]
}

type Fields = Record<string, unknown>

function parsed({ content }: Submessage): Fields {
  try {
    const value: unknown = JSON.parse(content)
    return typeof value === 'object' && value !== null ? (value as Fields) : {}
  } catch {
    return {}
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** What the message is, by its first submessage. */
export function widgetOf({ submessages }: Message) {
  const [first] = submessages
  if (first?.msg_type !== 'widget') return undefined
  const { widget_type, extra_data } = parsed(first)
  const data = (extra_data ?? {}) as Fields
  if (widget_type === 'poll') {
    const start: PollStart = {
      question: text(data.question),
      options: list(data.options).map(text),
    }
    return { type: 'poll' as const, start }
  }
  if (widget_type === 'todo') {
    const tasks = list(data.tasks).map((task) => {
      const fields = (task ?? {}) as Fields
      return { task: text(fields.task), desc: text(fields.desc) }
    })
    return { type: 'todo' as const, start: { title: text(data.task_list_title), tasks } }
  }
  return undefined
}

export interface Option {
  key: string
  words: string
  voters: readonly number[]
}

interface Choice {
  words: string
  voters: Set<number>
}

/** The first option under a key stays. */
function addOption(options: Map<string, Choice>, key: string, words: string) {
  if (!options.has(key)) options.set(key, { words, voters: new Set() })
}

function vote(option: Choice | undefined, userId: number, isFor: boolean) {
  if (isFor) option?.voters.add(userId)
  else option?.voters.delete(userId)
}

/** A poll as it stands. */
export function pollOf({ submessages, sender_id }: Message, start: PollStart) {
  let { question } = start
  const options = new Map<string, Choice>()
  for (const [i, words] of start.options.entries()) addOption(options, `canned,${i}`, words)
  for (const submessage of submessages.slice(1)) {
    const said = parsed(submessage)
    const by = submessage.sender_id
    if (said.type === 'question' && by === sender_id) question = text(said.question)
    if (said.type === 'new_option') addOption(options, `${by},${said.idx}`, text(said.option))
    if (said.type === 'vote') vote(options.get(text(said.key)), by, said.vote === 1)
  }
  const all: Option[] = [...options].map(([key, { words, voters }]) => ({
    key,
    words,
    voters: [...voters],
  }))
  return { question, options: all }
}

export interface Task {
  key: string
  task: string
  desc: string
  done: boolean
}

/** A to-do list as it stands. */
export function todoOf({ submessages, sender_id }: Message, start: TodoStart) {
  let { title } = start
  const tasks = new Map<string, Task>()
  for (const [i, task] of start.tasks.entries()) {
    const key = `${i},canned`
    tasks.set(key, { key, ...task, done: false })
  }
  for (const submessage of submessages.slice(1)) {
    const said = parsed(submessage)
    if (said.type === 'new_task_list_title' && submessage.sender_id === sender_id) {
      title = text(said.title)
    } else if (said.type === 'new_task') {
      const key = `${said.key},${submessage.sender_id}`
      tasks.set(key, {
        key,
        task: text(said.task),
        desc: text(said.desc),
        done: said.completed === true,
      })
    } else if (said.type === 'strike') {
      const task = tasks.get(text(said.key))
      if (task) tasks.set(task.key, { ...task, done: !task.done })
    }
  }
  return { title, tasks: [...tasks.values()] }
}
