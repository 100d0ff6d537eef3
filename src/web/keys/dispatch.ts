// Brings keys to the views: a view says which commands of the keymap it carries out while it is shown.

import { useLayoutEffect, useRef } from 'preact/hooks'
import { combinationOf, isSingleCharacter, shown } from './combination.ts'
import { type CommandId, KEYMAP } from './keymap.ts'

/** @returns false when it did nothing, so that an earlier view or the browser gets the key */
export type Handler = (event: KeyboardEvent) => unknown

const handlers = new Map<CommandId, Handler[]>()
const commandsOf = new Map<string, CommandId[]>()
for (const [id, { keys }] of Object.entries(KEYMAP)) {
  for (const key of keys) commandsOf.set(key, [...(commandsOf.get(key) ?? []), id as CommandId])
}

let singleKeys = true

/** Turns keys that are a character alone on or off (WCAG 2.1.4). */
export const allowSingleKeys = (allowed: boolean) => {
  singleKeys = allowed
}

/** The newest handler of a command goes first. @returns takes it away again */
export function onCommand(id: CommandId, handler: Handler): () => void {
  handlers.set(id, [handler, ...(handlers.get(id) ?? [])])
  return () =>
    handlers.set(
      id,
      handlers.get(id)!.filter((other) => other !== handler),
    )
}

/** The same for as long as the component is shown. */
export function useCommands(commands: Partial<Record<CommandId, Handler>>) {
  const latest = useRef(commands)
  latest.current = commands
  useLayoutEffect(() => {
    const undo = (Object.keys(commands) as CommandId[]).map((id) =>
      onCommand(id, (event) => latest.current[id]!(event)),
    )
    return () => undo.forEach((one) => void one())
  }, [])
}

/** The keys of a command as people read them: its first ones. */
export const keysOf = (id: CommandId): string => shown(KEYMAP[id].keys[0]!)

/** Starts listening; called once. */
export const startKeys = () => document.addEventListener('keydown', dispatch)

function dispatch(event: KeyboardEvent) {
  const combination = combinationOf(event)
  if (event.defaultPrevented || combination === undefined) return
  if (!singleKeys && isSingleCharacter(combination)) return

  const target = event.target instanceof HTMLElement ? event.target : document.body
  for (const id of commandsOf.get(combination) ?? []) {
    if (applies(id, combination, target) && run(id, event)) return
  }
}

function run(id: CommandId, event: KeyboardEvent): boolean {
  const done = handlers.get(id)?.some((handler) => handler(event) !== false) ?? false
  if (done) event.preventDefault()
  return done
}

function applies(id: CommandId, combination: string, target: HTMLElement): boolean {
  const { typing, composing } = KEYMAP[id]
  const inside = target.closest('dialog, [popover], [data-own-keys]') !== null
  if (composing) return target.matches('[data-composer]')
  if (typing) return !inside
  if (inside || isTyping(target)) return false
  // A button or link that has the focus is pressed by these.
  return !(
    /^(Enter|Space)$/.test(combination) && target.matches('button, a, summary, [role=button]')
  )
}

const isTyping = (target: HTMLElement) =>
  target.isContentEditable ||
  target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
