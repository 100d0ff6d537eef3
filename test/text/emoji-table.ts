import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/*
 * Makes src/text/emoji-table.json, the emoji that have names (organization 7):
 * `node test/text/emoji-table.ts`, when the sources of names were updated.
 */

/** Where the sources disagree with the names that existing clients know, or lack them. */
const KNOWN_NAMES = `
  1f44d +1
  1f44e -1
  1f389 tada
  2764 heart
  1f642 smile
  1f604 big_smile
  1f641 frown
  1f615 oh_no confused
  1f610 neutral
  1f609 wink
  1f6e0 working_on_it
  2705 check
  274c cross_mark
  274e x
  1f64f pray
  1f914 thinking
  1f6a7 work_in_progress
  1f44c ok
  1f446 point_up
  1f4c5 calendar
  1f4c6 date
  1f4c8 chart
  1f415 dog
  1f408 cat
  1f401 mouse
  1f404 cow
  1f405 tiger
  1f407 rabbit
  1f40e horse
  1f416 pig
  1f682 train
  1f68b tram
  1f69b truck
  26bd football
  1f635 dizzy
  1f60e sunglasses
  270f pencil
  1f319 moon
  1f333 tree
  1f39f ticket
  1f5de newspaper
  1f3cc golf
  26fa camping
  24c2 metro
  23f3 hourglass
  1f50a sound
  1f48f kiss
  1f3d7 construction
  1f3ab pass
  1f3d5 campsite
  1f4ab seeing_stars
  1f4f0 headlines
  1f687 subway
  1f68a oncoming_tram`

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
  const emoji = readJson<SourceEmoji[]>('emoji-datasource/emoji.json')
    .filter(({ category }) => category !== 'Component')
    .sort((a, b) => a.sort_order - b.sort_order)
    .map(({ unified, short_names }) => ({ code: codeOf(unified), shortNames: short_names }))
    .filter(({ code }) => !CLOCK_FACE.test(code) || code === ONLY_CLOCK_FACE)
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
  const known = new Map(
    KNOWN_NAMES.trim()
      .split('\n')
      .map((line) => line.trim().split(' '))
      .map(([code = '', ...names]) => [code, names]),
  )

  // Canonical names are given out first, so that no alias takes one away.
  const taken = new Set([...known.values()].flat())
  const isFree = (name: string | undefined): name is string =>
    name !== undefined && /^[\w+-]+$/.test(name) && !taken.has(name)
  const table: Record<string, string[]> = {}
  const candidates = emoji.map(({ code, shortNames }) => ({
    code,
    names: [labels.get(code), ...shortNames, ...(github.get(code) ?? [])],
  }))
  for (const { code, names } of candidates) {
    const canonical = names.find(isFree)
    const own = known.get(code) ?? (canonical === undefined ? [] : [canonical])
    if (own.length === 0) throw new Error(`all names of ${code} belong to others: it needs its own`)
    for (const name of own) taken.add(name)
    table[code] = [...own]
  }
  for (const { code, names } of candidates) {
    for (const name of names) {
      if (!isFree(name)) continue
      taken.add(name)
      table[code]?.push(name)
    }
  }
  return { code_to_names: table }
}

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
