/** One step from one released shape of the database to the next; never edited once released. */
export interface Migration {
  version: number
  up: string
}
