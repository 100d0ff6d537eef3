// The emoji that can be used here: the server's table, fetched once, and the organization's own.

import { signal } from '@preact/signals'
import { charactersOf } from '../../model/content.ts'
import { model, session } from '../here.ts'
import { folded, ranked } from '../rank.ts'
import type { PickedEmoji } from './picked.ts'
import { usedEmoji } from './recent.ts'

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

/** Faces and signs that are meant more often than others whose names fit as well, such as small_airplane. */
const COMMON = new Set([
  ...POPULAR,
  ...['1f642', '1f604', '1f600', '1f60a', '1f603', '1f601', '1f609', '1f605', '1f606', '1f923'],
  ...['1f60d', '1f618', '1f60e', '1f914', '1f62d', '1f622', '1f621', '1f973', '1f917', '1f634'],
  ...['1f644', '1f62c', '1f631', '1f44b', '1f44f', '1f44e', '1f4aa', '1f525', '2728', '1f4af'],
  ...['1f91d', '1f64c', '1f44c', '1f937', '1f926', '1f495', '1f494', '2b50', '26a0', '2757'],
])

/** @param used codes of those used lately, the last one first */
function weightOf({ emoji_code, url }: KnownEmoji, used: readonly string[]): number {
  const lately = used.indexOf(emoji_code)
  if (lately >= 0) return 100 - lately
  return COMMON.has(emoji_code) ? 2 : url ? 1 : 0
}

/** @param typed part of a name */
export function searchEmoji(typed: string, limit: number): KnownEmoji[] {
  const used = usedEmoji()
  const named = allEmoji().flatMap((emoji) =>
    emoji.names.map((name) => ({
      item: emoji,
      name: folded(name),
      weight: weightOf(emoji, used),
    })),
  )
  const found = ranked(named, typed.replaceAll('_', ' '), limit * 3)
  return [...new Set(found)].slice(0, limit)
}

export const glyphOf = ({ emoji_code }: KnownEmoji) => charactersOf(emoji_code)

/** Whether the server's table has come. */
export const emojiAreThere = () => unicode.peek().length > 0
