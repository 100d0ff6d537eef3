// The frame of settings, one's own and the organization's: pages by name at the side, one of them shown.

import type { ComponentChildren, ComponentType } from 'preact'
import type { IconName } from '../ui/icon.tsx'
import { Header } from './shell/header.tsx'

export type SettingsPages = Record<string, { name: () => string; Part: ComponentType }>

interface Props {
  icon: IconName
  title: string
  /** What the list of pages is called. */
  label: string
  /** What the addresses of the pages begin with, such as `settings`. */
  address: string
  pages: SettingsPages
  /** Name of the page that is shown. If `pages` has no page of this name, the first is shown. */
  shown: string | undefined
  /** What stands above each page. */
  above?: ComponentChildren
}

export function SettingsFrame({ icon, title, label, address, pages, shown, above }: Props) {
  const current = shown !== undefined && pages[shown] ? shown : Object.keys(pages)[0]!
  const { Part } = pages[current]!
  return (
    <>
      <Header icon={icon} title={title} />
      <div class="page">
        <div class="inner settings with-pages">
          <nav aria-label={label} class="settings-pages">
            {Object.entries(pages).map(([key, { name }]) => (
              <a
                key={key}
                href={`#${address}/${key}`}
                aria-current={key === current ? 'page' : undefined}
              >
                {name()}
              </a>
            ))}
          </nav>
          <div class="settings-page" key={current}>
            {above}
            <Part />
          </div>
        </div>
      </div>
    </>
  )
}

/** A part of a page under a heading. */
export const Group = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section>
    <h2>{title}</h2>
    {children}
  </section>
)
