// The frame that the lists of one's own things share: a header, cards, and words for an empty list.

import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useListKeys } from '../list-keys.ts'
import { Header } from '../shell/header.tsx'

interface PageProps {
  icon: IconName
  title: string
  empty: { title: string; hint: string; action?: ComponentChildren } | undefined
  children: ComponentChildren
}

export function ListPage({ icon, title, empty, children }: PageProps) {
  const box = useRef<HTMLDivElement>(null)
  useListKeys(box)
  return (
    <>
      <Header icon={icon} title={title} />
      <div class="page" ref={box}>
        {empty ? (
          <div class="empty">
            <Icon name={icon} />
            <h2>{empty.title}</h2>
            <p>{empty.hint}</p>
            {empty.action}
          </div>
        ) : (
          <ul class="inner cards">{children}</ul>
        )}
      </div>
    </>
  )
}

interface CardProps {
  /** Where it goes or comes from. */
  place: ComponentChildren
  when: ComponentChildren
  /** Markdown as it was typed; long texts are cut by the style. */
  text: string
  problem?: string | undefined
  children: ComponentChildren
}

export const Card = ({ place, when, text, problem, children }: CardProps) => (
  <li class="own-card" data-row-frame>
    <div class="card-head">
      <span class="cut">{place}</span>
      <span class="when">{when}</span>
    </div>
    <p class="card-text">{text}</p>
    {problem && <p class="problem">{problem}</p>}
    <div class="card-tools">{children}</div>
  </li>
)
