// The words in which the fields of events are declared.

import * as z from 'zod'

export const int = z.int()
export const ints = z.array(int)
export const text = z.string()
export const bool = z.boolean()
export const exactly = z.strictObject
export const list = <T extends z.core.$ZodShape>(item: z.ZodObject<T>) => z.array(item.strict())

/** One of several sets of fields: what a change of one thing tells. */
export const oneOf = (id: Record<string, z.ZodType>, ...sets: Record<string, z.ZodType>[]) =>
  z.union(sets.map((set) => exactly({ ...id, ...set })))
