// What pages that only show something are made of: facts by name, judgements, commands to type.

import type { ComponentChildren } from 'preact'
import { Icon } from '../../ui/icon.tsx'

/** Rows of a name and a value; `false` is left out. */
export const Facts = ({ rows }: { rows: (readonly [name: string, value: string] | false)[] }) => (
  <dl class="facts">
    {rows
      .filter((row) => row !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

/** Well or not, said by words and shown by a sign. */
export const Verdict = ({
  isWell,
  children,
}: {
  isWell?: boolean
  children: ComponentChildren
}) => (
  <p class={isWell ? 'verdict well' : 'verdict'}>
    <Icon name={isWell ? 'circle-check' : 'triangle-alert'} />
    <span>{children}</span>
  </p>
)

/** @param hint what the commands are for */
export const Commands = ({ hint, lines }: { hint: string; lines: readonly string[] }) => (
  <>
    <p class="note">{hint}</p>
    {lines.map((line) => (
      <p key={line} class="command">
        <code>{line}</code>
      </p>
    ))}
  </>
)
