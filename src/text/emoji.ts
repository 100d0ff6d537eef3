// The emoji that have names. test/text/emoji-table.ts makes the table; clients download it, so a
// code keeps its canonical name for good.

import table from './emoji-table.json' with { type: 'json' }

/** The file behind `server_emoji_data_url`. */
export const emojiTable: { code_to_names: Record<string, string[]> } = table

let codes: Map<string, string> | undefined

/** Code points in lower-case hexadecimal, four digits or more, joined by `-`. */
export function emojiByName(name: string): string | undefined {
  codes ??= new Map(
    Object.entries(emojiTable.code_to_names).flatMap(([code, names]) =>
      names.map((alias): [string, string] => [alias, code]),
    ),
  )
  return codes.get(name)
}

/** All names, the canonical one first. */
export const emojiByCode = (code: string): readonly string[] | undefined =>
  Object.hasOwn(emojiTable.code_to_names, code) ? emojiTable.code_to_names[code] : undefined

/** The canonical name of a code; undefined for an unknown code. */
export const canonicalEmojiName = (code: string): string | undefined => emojiByCode(code)?.[0]

/** Existing clients know one built-in emoji beyond Unicode, by this name. */
export const EXTRA_EMOJI = 'zulip'

/** The path of the picture of an emoji beyond Unicode. */
export const extraEmojiUrl = (name: string): string =>
  `/static/generated/emoji/images/emoji/unicode/${name}.png`

/** The code of a sequence of characters; the variation selector U+FE0F does not count. */
export const emojiCode = (characters: string): string =>
  Array.from(characters.replaceAll('\uFE0F', ''), (character) =>
    (character.codePointAt(0) as number).toString(16).padStart(4, '0'),
  ).join('-')
