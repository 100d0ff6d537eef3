// What the card of a person is given.

export interface CardProps {
  userId: number
  /** What it stands beside. */
  anchor: Element
  onClose: () => void
}
