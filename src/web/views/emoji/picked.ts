// An emoji that was chosen, and what the picker is given.

/** As reactions and messages name an emoji. */
export interface PickedEmoji {
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

export interface PickerProps {
  /** The picker is placed beside this. */
  anchor: Element | DOMPoint
  pick: (emoji: PickedEmoji) => void
  onClose: () => void
}
