// Makes the emoji table from its sources.

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/*
 * Makes src/text/emoji-table.json, the emoji that have names:
 * `node test/text/emoji-table.ts`, when the sources of names were updated. Emoji that clients of
 * this API know keep the names of emoji-names.tsv; newer ones get theirs from what Unicode calls
 * them. Every emoji also goes by the short names that other programs use, where they are free.
 */

const CLOCK_FACE = /^1f5(?:5[\da-f]|6[0-7])$/
const ONLY_CLOCK_FACE = '1f557'

interface SourceEmoji {
  unified: string
  short_names: string[]
  category: string
  sort_order: number
}

type ShortNames = Record<string, string | string[]>

/** `{code: [canonical name, alias, …]}`; each name belongs to one emoji. */
export function buildEmojiTable(): { code_to_names: Record<string, string[]> } {
  const known = knownNames()
  const labels = new Map(
    readJson<{ hexcode: string; label: string }[]>('emojibase-data/en/data.json').map(
      ({ hexcode, label }) => [codeOf(hexcode), slugOf(label)],
    ),
  )
  const github = new Map(
    Object.entries(readJson<ShortNames>('emojibase-data/en/shortcodes/github.json')).map(
      ([hexcode, names]) => [codeOf(hexcode), [names].flat()],
    ),
  )
  const taken = new Set([...known.values()].flat())
  const isFree = (name: string | undefined): name is string =>
    name !== undefined && /^[\w+-]*[a-z\d]$/.test(name) && !taken.has(name)
  const table: Record<string, string[]> = {}
  for (const { code, shortNames } of sourceEmoji()) {
    const names = [...(known.get(code) ?? [])]
    for (const name of [labels.get(code), ...shortNames, ...(github.get(code) ?? [])]) {
      if (!isFree(name)) continue
      taken.add(name)
      names.push(name)
    }
    if (names.length === 0) throw new Error(`all names of ${code} belong to others`)
    table[code] = names
  }
  return { code_to_names: table }
}

/** The names of emoji-names.tsv by code, the canonical one first. */
export function knownNames(): Map<string, string[]> {
  const file = readFileSync(new URL('emoji-names.tsv', import.meta.url), 'utf8')
  return new Map(
    file
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
      .map(([code = '', name = '', aliases = '']) => [
        code,
        [name, ...aliases.split(' ').filter((alias) => alias !== '')],
      ]),
  )
}

/** All emoji in the order of pickers, without skin tones and most clock faces. */
const sourceEmoji = () =>
  readJson<SourceEmoji[]>('emoji-datasource/emoji.json')
    .filter(({ category }) => category !== 'Component')
    .sort((a, b) => a.sort_order - b.sort_order)
    .map(({ unified, short_names }) => ({ code: codeOf(unified), shortNames: short_names }))
    .filter(({ code }) => !CLOCK_FACE.test(code) || code === ONLY_CLOCK_FACE)

const codeOf = (hexcode: string): string => hexcode.toLowerCase().replace(/-fe0f/g, '')

/** `flag: Åland Islands` is `flag_aland_islands`. */
const slugOf = (label: string): string =>
  label
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[\s-]+/g, '_')
    .replace(/[^\w]/g, '')

function readJson<T>(id: string): T {
  return JSON.parse(readFileSync(createRequire(import.meta.url).resolve(id), 'utf8'))
}

function main(): void {
  const rows = Object.entries(buildEmojiTable().code_to_names).map(
    ([code, names]) =>
      `    ${JSON.stringify(code)}: [${names.map((n) => JSON.stringify(n)).join(', ')}]`,
  )
  writeFileSync(
    new URL('../../src/text/emoji-table.json', import.meta.url),
    `{\n  "code_to_names": {\n${rows.join(',\n')}\n  }\n}\n`,
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
