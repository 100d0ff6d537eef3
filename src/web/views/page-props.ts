// What a page is given.

export interface PageProps {
  /** The parts of the address after the page's name. */
  rest: readonly string[]
}
