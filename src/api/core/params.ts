// Types of parameters, and how they are read from the text on the wire.

import * as z from 'zod'
import { codePoints } from '../../base/limits.ts'
import {
  INVALID_VALUE,
  MISSING_PARAMETER,
  NOT_JSON,
  TOO_LONG,
  TOO_MANY_VALUES,
  TWO_NAMES_SENT,
  WRONG_TYPE,
} from '../../errors/parameters.ts'
import { refuse } from '../../errors.ts'
import { beginsAsJson, parseJson, UNPARSED } from './json-values.ts'
import { hasTooMany, hasTooManyKeys, MAX_KEYS, mostValuesOf } from './value-count.ts'

/**
 * The types of parameters. Each is a plain zod schema of the value the handler gets; how the value
 * is written on the wire follows from the type: text is raw, everything else
 * is JSON, and what may be either is tried as JSON first.
 */
export const int = z.int()
export const bool = z.boolean()
export const text = z.string()

/** Values that are repeated count once: looking the same user up fifty thousand times helps no one. */
const unique = <T>(values: T[]): T[] => {
  const distinct = new Set(values)
  return distinct.size < values.length ? [...distinct] : values
}

/** A list in which each value counts once, whose values are IDs or names. */
export const listOf = <T extends z.ZodType<string | number>>(value: T) =>
  z.array(value).overwrite(unique)

export const ints = listOf(z.int())
export const texts = listOf(z.string())

/** IDs in an order, each of which must be there once. */
export const order = z.array(z.int())

/** The holders of a permission: the ID of a group, or users and groups by ID. */
export const groupSetting = z.union([
  int,
  z.strictObject({ direct_members: ints, direct_subgroups: ints }),
])

/** How a permission setting is changed; `old`, where sent, must be what it is at present. */
export const groupSettingChange = z.strictObject({
  new: groupSetting,
  old: groupSetting.optional(),
})

/** A number from a small set, as roles and policies are. */
export const oneOf = <const T extends readonly [number, ...number[]]>(values: T) =>
  z.literal(values)

/** Text of at most `limit` code points. */
export const textUpTo = (limit: number) =>
  z
    .string()
    .refine((value) => codePoints(value) <= limit, {
      error: `is too long (limit: ${limit} characters)`,
    })
    .meta({ maxLength: limit })

/** Text that is not blank, of at most `limit` code points; trimmed. */
export const filledText = (limit = Number.POSITIVE_INFINITY) =>
  z
    .string()
    .trim()
    .min(1, { error: 'cannot be blank' })
    .refine((value) => codePoints(value) <= limit, {
      error: `is too long (limit: ${limit} characters)`,
    })
    .meta({ minLength: 1, ...(Number.isFinite(limit) && { maxLength: limit }) })

/** A parameter that is read as JSON if it is JSON, else as raw text: an integer or a word, for example. */
export const either = <T extends z.ZodType>(schema: T) =>
  schema.meta({ ...schema.meta(), wire: 'either' })

/** Also accepted under another name; sending both is an error. */
export const alias = <T extends z.ZodType>(name: string, schema: T) =>
  schema.meta({ ...schema.meta(), alias: name })

/** Numbers in this parameter's JSON may have fractions. */
export const fractional = <T extends z.ZodType>(schema: T) =>
  schema.meta({ ...schema.meta(), fractional: true })

/** Lifts MAX_JSON_LENGTH for this parameter; the limit on bodies remains. */
export const unbounded = <T extends z.ZodType>(schema: T) =>
  schema.meta({ ...schema.meta(), unbounded: true })

/** Characters of one JSON parameter: parsed in milliseconds. */
const MAX_JSON_LENGTH = 2 * 1024 * 1024

/** Characters of text, before anything looks at them: most texts have a limit that is far lower. */
const MAX_TEXT_LENGTH = 200_000

type Wire = 'text' | 'json' | 'either'

export type Fields = Record<string, z.ZodType>

/** Whether a parameter of this type must be sent. */
export const isRequired = (schema: z.ZodType): boolean => !schema.safeParse(undefined).success

interface Parameter {
  name: string
  alias: string | undefined
  wire: Wire
  isUnbounded: boolean
  isFractional: boolean
  mostValues: number
  schema: z.ZodType
}

/** Reads the parameters of one endpoint; made once. */
export class ParameterReader<S extends Fields> {
  readonly #schema: z.ZodObject<S>
  readonly #parameters: Parameter[]
  readonly #known: Set<string>

  constructor(fields: S) {
    this.#schema = z.object(fields)
    this.#parameters = Object.entries(fields).map(([name, schema]) => ({
      name,
      alias: schema.meta()?.alias as string | undefined,
      wire: wireOf(schema),
      isUnbounded: schema.meta()?.unbounded === true,
      isFractional: schema.meta()?.fractional === true,
      mostValues: mostValuesOf(schema),
      schema,
    }))
    this.#known = new Set(['client'])
    for (const { name, alias } of this.#parameters) {
      this.#known.add(name)
      if (alias !== undefined) this.#known.add(alias)
    }
  }

  /** @throws RequestError naming the first parameter that is wrong and the rule it breaks */
  read(sent: Readonly<Record<string, string>>): z.output<z.ZodObject<S>> {
    const values: Record<string, unknown> = {}
    for (const parameter of this.#parameters) {
      const raw = sentAs(parameter, sent)
      if (raw !== undefined) values[parameter.name] = decode(raw, parameter)
    }
    const result = this.#schema.safeParse(values, { reportInput: true })
    if (result.success) return result.data
    return refuseIssue(result.error.issues[0]!, this.#parameters, values, sent)
  }

  /** Names of sent parameters that this endpoint does not have, sorted. */
  ignored(sent: Readonly<Record<string, string>>): string[] {
    const isUnknown = (name: string) => !this.#known.has(name)
    return Object.keys(sent).filter(isUnknown).sort()
  }
}

function sentAs({ name, alias }: Parameter, sent: Readonly<Record<string, string>>) {
  const own = Object.hasOwn(sent, name) ? sent[name] : undefined
  if (alias === undefined || !Object.hasOwn(sent, alias)) return own
  if (own === undefined) return sent[alias]
  return refuse(TWO_NAMES_SENT, { var_name1: name, var_name2: alias })
}

function decode(raw: string, parameter: Parameter): unknown {
  const { name, wire, schema, isUnbounded, isFractional, mostValues } = parameter
  if (wire === 'text') {
    if (raw.length > MAX_TEXT_LENGTH && !isUnbounded)
      refuse(TOO_LONG, { name, limit: MAX_TEXT_LENGTH })
    return raw
  }
  if (raw.length > MAX_JSON_LENGTH && !isUnbounded)
    refuse(TOO_LONG, { name, limit: MAX_JSON_LENGTH })
  if (wire === 'either' && !beginsAsJson(raw)) return raw
  const limits = { name, limit: mostValues, keys: MAX_KEYS }
  if (hasTooManyKeys(raw)) refuse(TOO_MANY_VALUES, limits)
  const value = parseJson(raw, isFractional)
  if (hasTooMany(value, mostValues)) refuse(TOO_MANY_VALUES, limits)
  if (wire === 'json') return value
  // A text of digits is valid JSON, but a number: then the text itself is meant.
  return schema.safeParse(value).success ? value : raw
}

function wireOf(schema: z.ZodType): Wire {
  const declared = schema.meta()?.wire
  if (declared !== undefined) return declared as Wire
  const { def } = schema as unknown as {
    def: { type: string; innerType?: z.ZodType; in?: z.ZodType; entries?: object }
  }
  switch (def.type) {
    case 'string':
      return 'text'
    case 'enum':
      return Object.values(def.entries ?? {}).every((value) => typeof value === 'string')
        ? 'text'
        : 'json'
    case 'optional':
    case 'default':
    case 'prefault':
      return wireOf(def.innerType!)
    case 'nullable':
      return wireOf(def.innerType!) === 'text' ? 'either' : 'json'
    case 'pipe':
      return wireOf(def.in!)
    default:
      return 'json'
  }
}

type Issue = z.core.$ZodIssue

function refuseIssue(
  issue: Issue,
  parameters: readonly Parameter[],
  values: Record<string, unknown>,
  sent: Readonly<Record<string, string>>,
): never {
  const name = String(issue.path[0])
  if (!Object.hasOwn(values, name)) {
    refuse(MISSING_PARAMETER, { var_name: name })
  }
  const parameter = parameters.find((known) => known.name === name)
  const sentName =
    parameter?.alias !== undefined && !Object.hasOwn(sent, name) ? parameter.alias : name
  const where = issue.path
    .slice(1)
    .reduce<string>(
      (path, step) =>
        typeof step === 'number' ? `${path}[${step}]` : `${path}["${String(step)}"]`,
      sentName,
    )
  if (values[name] === UNPARSED) refuse(NOT_JSON, { name: where })
  refuseValue(issue, where)
}

const ARTICLES: Record<string, string> = {
  int: 'an integer',
  // zod says `number` for a value of another type; all numbers of the API are integers.
  number: 'an integer',
  boolean: 'a boolean',
  string: 'a string',
  array: 'a list',
  object: 'a dictionary',
  record: 'a dictionary',
}

function refuseValue(issue: Issue, name: string): never {
  switch (issue.code) {
    case 'invalid_type':
      return refuse(WRONG_TYPE, {
        name,
        type: ARTICLES[issue.expected] ?? `a valid ${issue.expected}`,
      })
    case 'invalid_value':
      return refuse(INVALID_VALUE, { name })
    default:
      return refuse('BAD_REQUEST', describe(issue, name))
  }
}

function describe(issue: Issue, name: string): string {
  switch (issue.code) {
    case 'invalid_union':
      return `${name} is not an allowed type`
    case 'unrecognized_keys':
      return `${name} has unknown key "${issue.keys[0]}"`
    case 'too_small':
      return messageOf(issue, name, `${name} is too small (minimum: ${issue.minimum})`)
    case 'too_big':
      return messageOf(issue, name, `${name} is too large (maximum: ${issue.maximum})`)
    case 'custom':
      return `${name} ${issue.message}`
    default:
      return `${name} is not valid: ${issue.message}`
  }
}

/** Puts the name in front of our own rules, which lack it; zod's texts start with a capital. */
const messageOf = (issue: Issue, name: string, otherwise: string) =>
  /^[a-z]/.test(issue.message) ? `${name} ${issue.message}` : otherwise
