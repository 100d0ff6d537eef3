// Pictures of people.

interface Props {
  url: string | null | undefined
  /** Pixels; the size of rows when not given. */
  size?: number
  class?: string
}

/** Decoration: a name always stands beside it. */
export const Avatar = ({ url, size, ...rest }: Props) => (
  <img
    class={`avatar ${rest.class ?? ''}`}
    src={url ?? undefined}
    alt=""
    loading="lazy"
    decoding="async"
    style={size ? `--size: ${size}px` : undefined}
  />
)
