// Marks the methods of tables that write, so that the type of the store outside a transaction has
// only methods that read.

declare const WRITES: unique symbol

type Methods = Record<string, (...args: never[]) => unknown>

const known = new WeakSet<object>()

/** Marks the methods of a table that write; spread the result into the table. */
export function writing<M extends Methods>(
  methods: M,
): { [K in keyof M]: M[K] & { readonly [WRITES]: true } } {
  for (const method of Object.values(methods)) known.add(method)
  return methods as ReturnType<typeof writing<M>>
}

/** Whether a method of a table was marked by `writing`. */
export const isWriting = (method: object) => known.has(method)

/** A store without the methods that write. */
export type ReadOnly<Store> = {
  readonly [Table in keyof Store]: {
    readonly [Method in keyof Store[Table] as Store[Table][Method] extends {
      readonly [WRITES]: true
    }
      ? never
      : Method]: Store[Table][Method]
  }
}
