// Words of the interface. English is in the bundle; another language is a file of the same tables.

/** The language words are in, as `lang` of the document has it. */
export let language = 'en'

let plurals = new Intl.PluralRules(language)
let lists = new Intl.ListFormat(language, { type: 'conjunction' })

type Table = Record<string, unknown>
const tables = new Map<string, Table>()
let translated: Record<string, Table> = {}

/**
 * The words of one area of the product. Views read them while they draw, so that a language loaded
 * later holds from the next drawing on.
 * @param english strings, and functions that make strings of parts
 */
export function words<T extends Table>(area: string, english: T): T {
  const table = { ...english, ...translated[area] }
  tables.set(area, table)
  return table
}

/** @param areas the same tables as in English, or as much of them as is translated */
export function useLanguage(name: string, areas: Record<string, Table>) {
  language = name
  translated = areas
  plurals = new Intl.PluralRules(name)
  lists = new Intl.ListFormat(name, { type: 'conjunction' })
  for (const [area, table] of tables) Object.assign(table, areas[area])
}

/** "1 message", "2 messages": the form that goes with the number, `#` standing for it. */
export function plural(count: number, one: string, other: string): string {
  const form = plurals.select(count) === 'one' ? one : other
  return form.replace('#', count.toLocaleString(language))
}

/** "Ana, Ben, and Cyd". */
export const listed = (names: readonly string[]): string => lists.format(names)
