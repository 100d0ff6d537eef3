// Actions that the server may refuse: what it says is shown.

import { toast } from '../ui/toast.tsx'
import { reasonOf } from './refused.ts'
import { viewsText as t } from './text.ts'

interface Refusal {
  ok: false
  code: string
  msg: string
}

/** Waits for the answer and shows a refusal. @returns the answer; undefined if it was refused */
export async function attempt<A extends { ok: boolean }>(
  asked: Promise<A>,
): Promise<Extract<A, { ok: true }> | undefined> {
  const answer = await asked
  if (answer.ok) return answer as Extract<A, { ok: true }>
  toast(t.failed(reasonOf(answer as unknown as Refusal)))
  return undefined
}
