// The emoji that can be used here: the server's table, fetched once, and the organization's own.

import { signal } from '@preact/signals'
import { charactersOf } from '../../ui/emoji.tsx'
import { model, session } from '../here.ts'
import { folded, ranked } from '../rank.ts'
import type { PickedEmoji } from './picked.ts'

export interface KnownEmoji extends PickedEmoji {
  /** All its names, folded, with spaces. */
  names: readonly string[]
  /** Of the organization's own: the address of its picture. */
  url?: string
}

interface Table {
  code_to_names: Record<string, string[]>
}

/** Empty until the table was asked for and has come. */
const unicode = signal<readonly KnownEmoji[]>([])
let loading: Promise<void> | undefined

/** Asks for the table unless that was done. @returns settles when it is there, or could not be had */
export function loadEmoji(): Promise<void> {
  loading ??= fetchTable()
  return loading
}

async function fetchTable() {
  const answer = await session.http.file<Table>(model.organization.peek('server_emoji_data_url'))
  if (!answer.ok) {
    loading = undefined
    return
  }
  unicode.value = Object.entries(answer.code_to_names).map(([code, names]) => ({
    emoji_name: names[0]!,
    emoji_code: code,
    reaction_type: 'unicode_emoji',
    names: names.map((name) => name.replaceAll('_', ' ')),
  }))
}

function custom(): KnownEmoji[] {
  return model.shared.emoji
    .values()
    .filter((emoji) => !emoji.deactivated)
    .map(({ id, name, source_url }) => ({
      emoji_name: name,
      emoji_code: id,
      reaction_type: 'realm_emoji',
      names: [name.replaceAll('_', ' ')],
      url: source_url,
    }))
}

/** All of them, the organization's own first. */
export const allEmoji = (): KnownEmoji[] => [...custom(), ...unicode.value]

/** Those that many people use, for a first look and to go first in searches. */
export const POPULAR = ['1f44d', '2764', '1f602', '1f389', '1f64f', '1f440', '2705', '1f680']

/** @param typed part of a name */
export function searchEmoji(typed: string, limit: number): KnownEmoji[] {
  const named = allEmoji().flatMap((emoji) =>
    emoji.names.map((name) => ({
      item: emoji,
      name: folded(name),
      weight: POPULAR.includes(emoji.emoji_code) ? 2 : emoji.url ? 1 : 0,
    })),
  )
  const found = ranked(named, typed.replaceAll('_', ' '), limit * 3)
  return [...new Set(found)].slice(0, limit)
}

export const glyphOf = ({ emoji_code }: KnownEmoji) => charactersOf(emoji_code)

/** Whether the server's table has come. */
export const emojiAreThere = () => unicode.peek().length > 0
