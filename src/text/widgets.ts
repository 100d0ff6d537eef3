// Recognises the commands `/poll` and `/todo` and makes the first submessage of such a message.

/** Data of a poll or to-do list, stored as the first submessage of its message. */
export type Widget =
  | { widget_type: 'poll'; extra_data: { question: string; options: string[] } }
  | { widget_type: 'todo'; extra_data: { task_list_title: string; tasks: Task[] } }
  /** Buttons of a bot: who presses one sends its reply. */
  | {
      widget_type: 'zform'
      extra_data: { type: 'choices'; heading: string; choices: FormChoice[] }
    }

export interface FormChoice {
  type: 'multiple_choice'
  short_name: string
  long_name: string
  reply: string
}

export interface Task {
  task: string
  desc: string
}

/** The widget that `/poll` or `/todo` at the start of a message asks for. */
export function parseWidget(content: string): Widget | undefined {
  const [first = '', ...rest] = content.split('\n')
  const command = /^\/(poll|todo)(?![^ ])/.exec(first)?.[1]
  if (!command) return undefined

  const title = first.slice(1 + command.length).trim()
  const lines = rest.map((line) => line.trim()).filter((line) => line !== '')
  return command === 'poll'
    ? { widget_type: 'poll', extra_data: { question: title, options: lines.map(withoutBullet) } }
    : { widget_type: 'todo', extra_data: { task_list_title: title, tasks: lines.map(parseTask) } }
}

const withoutBullet = (line: string): string => line.replace(/^[-*]\s*/, '')

function parseTask(line: string): Task {
  const [task = '', ...description] = withoutBullet(line).split(':')
  return { task: task.trim(), desc: description.join(':').trim() }
}
