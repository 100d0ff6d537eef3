// A to-do list: tasks that anybody can check, and a field for another one.

import type { Message } from '../../../model/messages.ts'
import { Icon } from '../../../ui/icon.tsx'
import { attempt } from '../../attempt.ts'
import { session } from '../../here.ts'
import { AddField } from './add-field.tsx'
import { type TodoStart, todoOf } from './reading.ts'
import { widgetsText as t } from './text.ts'

export function Todo({ message, start }: { message: Message; start: TodoStart }) {
  const { title, tasks } = todoOf(message, start)
  const say = (content: object) => attempt(session.actions.submit(message.id, content))
  const add = (task: string) =>
    void say({ type: 'new_task', key: tasks.length, task, desc: '', completed: false })
  return (
    <div class="todo">
      <p class="title">
        <Icon name="list-todo" />
        {title || t.todo}
      </p>
      {tasks.map(({ key, task, desc, done }) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={done}
            onChange={() => void say({ type: 'strike', key })}
          />
          <span class={done ? 'done' : undefined}>
            <strong>{task}</strong>
            {desc && `: ${desc}`}
          </span>
        </label>
      ))}
      <AddField label={t.newTask} action={t.addTask} onAdd={add} />
    </div>
  )
}
