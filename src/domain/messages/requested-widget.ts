// Widgets that programs attach to messages as data, instead of writing /poll or /todo.

import * as z from 'zod'
import { TOO_LONG } from '../../errors/parameters.ts'
import { refuse } from '../../errors.ts'
import type { Widget } from '../../text/widgets.ts'

/** Characters of the JSON: more than any widget that people can use. */
const MAX_WIDGET_LENGTH = 100_000

const choice = z.strictObject({
  type: z.literal('multiple_choice'),
  short_name: z.string(),
  long_name: z.string(),
  reply: z.string(),
})

const widget = z.discriminatedUnion('widget_type', [
  z.strictObject({
    widget_type: z.literal('poll'),
    extra_data: z.strictObject({
      question: z.string().default(''),
      options: z.array(z.string()).default([]),
    }),
  }),
  z.strictObject({
    widget_type: z.literal('todo'),
    extra_data: z.strictObject({
      task_list_title: z.string().default(''),
      tasks: z.array(z.strictObject({ task: z.string(), desc: z.string() })).default([]),
    }),
  }),
  z.strictObject({
    widget_type: z.literal('zform'),
    extra_data: z.strictObject({
      type: z.literal('choices'),
      heading: z.string(),
      choices: z.array(choice),
    }),
  }),
])

/**
 * The widget of POST /messages as data.
 * @throws RequestError for what is no JSON, or no widget; it says where
 */
export function requestedWidget(json: string): Widget {
  if (json.length > MAX_WIDGET_LENGTH)
    refuse(TOO_LONG, { name: 'widget_content', limit: MAX_WIDGET_LENGTH })
  const result = widget.safeParse(parse(json))
  if (result.success) return result.data
  const { path, message } = result.error.issues[0]!
  return refuse('BAD_REQUEST', `Widgets: ${path.length ? `${path.join('.')}: ` : ''}${message}`)
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return refuse('BAD_REQUEST', 'Widgets: API programmer sent invalid JSON content')
  }
}
