// Chooses a time for later: one of a few, each with its date, or one's own.

import { type Signal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { fullTime } from '../../text/format.ts'
import { Radios } from '../../ui/radios.tsx'
import { fieldTime, morning, nextMonday } from './mornings.ts'
import { timesText as t } from './text.ts'

export interface TimeOption {
  key: string
  label: string
  at: Date
}

/** The choice that has a field of its own. */
const OWN = 'own'

/** The mornings that people put things off to. */
export function mornings(): TimeOption[] {
  const [tomorrow, monday] = [morning(1), nextMonday()]
  return [
    { key: 'tomorrow', label: t.tomorrow, at: tomorrow },
    // On Sundays both are the same.
    ...(monday.getTime() === tomorrow.getTime()
      ? []
      : [{ key: 'monday', label: t.monday, at: monday }]),
  ]
}

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000)

export interface ChosenTime {
  options: readonly TimeOption[]
  chosen: Signal<string>
  own: Signal<string>
  isWrong: Signal<boolean>
  field: RefObject<HTMLInputElement | null>
  /**
   * The time that is chosen; with one that cannot be, the field for it gets the focus.
   * @returns UNIX seconds, or what is wrong in words
   */
  read: () => number | string
}

/** @param make the times to choose from, the first of which is chosen; called once */
export function useTime(make: () => TimeOption[]): ChosenTime {
  const { current: options } = useRef(make())
  const first = options[0]!
  const chosen = useSignal(first.key)
  const own = useSignal(fieldTime(first.at))
  const isWrong = useSignal(false)
  const field = useRef<HTMLInputElement>(null)
  const read = () => {
    const at = options.find(({ key }) => key === chosen.value)?.at ?? new Date(own.value)
    const problem = problemOf(at)
    isWrong.value = problem !== ''
    if (problem !== '') field.current?.focus()
    return problem || secondsOf(at)
  }
  return { options, chosen, own, isWrong, field, read }
}

/** '' for a time in the future. */
function problemOf(at: Date): string {
  if (Number.isNaN(at.getTime())) return t.timeNeeded
  return at.getTime() <= Date.now() ? t.past : ''
}

/** @param problemId ID of the element that says what is wrong with the time */
export function TimeChoice({ time, problemId }: { time: ChosenTime; problemId: string }) {
  const { options, chosen, own, isWrong, field } = time
  const zoneId = useId()
  const dated = options.map(({ key, label, at }) => ({ key, label, hint: fullTime(secondsOf(at)) }))
  return (
    <>
      <Radios legend={t.when} options={[...dated, { key: OWN, label: t.atTime }]} chosen={chosen} />
      {chosen.value === OWN && (
        <label class="field">
          <span class="label">{t.dateAndTime}</span>
          <input
            ref={field}
            class="input"
            type="datetime-local"
            value={own.value}
            min={fieldTime(new Date())}
            aria-invalid={isWrong.value}
            aria-describedby={`${zoneId} ${problemId}`}
            onInput={(event) => (own.value = event.currentTarget.value)}
          />
          <span class="hint" id={zoneId}>
            {t.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
          </span>
        </label>
      )}
    </>
  )
}
