// An emoji that was chosen, and what the picker is given.

/** As reactions and messages name an emoji. */
export interface PickedEmoji {
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

export interface PickerProps {
  /** What it stands beside. */
  anchor: Element | DOMPoint
  pick: (emoji: PickedEmoji) => void
  onClose: () => void
}
