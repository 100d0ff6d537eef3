// The state of one rendering, carried through the parser as its `env`.

import type { StateBlock, StateInline } from 'markdown-it'
import type { Scan } from './inline/scan.ts'
import type { Lookup } from './lookup.ts'
import type { RenderOptions } from './options.ts'

/** The inputs of one rendering, and what it has collected so far. */
export interface Rendering {
  readonly lookup: Lookup
  readonly options: RenderOptions
  /** What the block now being parsed lies directly in. */
  container: Container
  /** How many containers that is. */
  depth: number
  /** Mentions in quotes are silent, links there have no previews. */
  isQuoted: boolean
  /** Facts about the inline content now being parsed. */
  scan: Scan
  /** Whether what is parsed now is the text of a link. */
  isInLink: boolean
  readonly mentionedUserIds: Set<number>
  readonly mentionedGroupIds: Set<number>
  readonly attachments: Set<string>
  readonly linksToPreview: Set<string>
  hasChannelWildcard: boolean
  hasTopicWildcard: boolean
  hasLink: boolean
  hasImage: boolean
}

export type Container = 'message' | 'quote' | 'item' | 'spoiler'

/** The state of the rendering to which a parser state belongs. */
export const renderingOf = (state: StateBlock | StateInline): Rendering => state.env as Rendering
