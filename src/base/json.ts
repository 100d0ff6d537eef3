// JSON that is assembled from parts that are serialised already.

/** Text that is JSON already. Hot paths keep it, to avoid parsing and writing it again. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Like JSON.stringify for an object whose values may be RawJson. */
export function stringifyBody(body: Record<string, unknown>) {
  let text = '{'
  for (const name in body) {
    const value = body[name]
    const json = value instanceof RawJson ? value.text : JSON.stringify(value)
    if (json === undefined) continue
    text += `${text.length > 1 ? ',' : ''}${JSON.stringify(name)}:${json}`
  }
  return `${text}}`
}
