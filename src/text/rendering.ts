import type { Env, StateBlock, StateInline } from 'markdown-it'
import type { InlineScan } from './inline-scan.ts'
import type { Lookup } from './lookup.ts'
import type { RenderOptions } from './markdown.ts'

/** What one message has at hand, and has found out, while it is being rendered. */
export interface Rendering extends Env {
  readonly lookup: Lookup
  readonly options: RenderOptions
  /** What the block now being parsed lies directly in. */
  container: Container
  /** How many containers that is. */
  depth: number
  /** Mentions in quotes are silent, links there have no previews. */
  isQuoted: boolean
  /** Facts about the inline content now being parsed. */
  scan: InlineScan
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

export const renderingOf = (state: StateBlock | StateInline): Rendering => state.env as Rendering
