import * as z from 'zod'
import { codePoints } from '../base/limits.ts'
import { refuse } from '../errors.ts'

/**
 * The types of parameters. Each is a plain zod schema of the value the handler gets; how the value
 * is written on the wire follows from the type (events 7): text is raw, everything else
 * is JSON, and what may be either is tried as JSON first.
 */
export const int = z.int()
export const bool = z.boolean()
export const text = z.string()
export const ints = z.array(z.int())

/** Who holds a permission: a group's ID, or people and groups by ID (specification 2.4). */
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

/** Text that holds more than blanks, at most `limit` code points when given; trimmed. */
export const filledText = (limit = Number.POSITIVE_INFINITY) =>
  z
    .string()
    .trim()
    .min(1, { error: 'cannot be blank' })
    .refine((value) => codePoints(value) <= limit, {
      error: `is too long (limit: ${limit} characters)`,
    })
    .meta({ minLength: 1, ...(Number.isFinite(limit) && { maxLength: limit }) })

/** Written as JSON where it is JSON, else taken as it stands: an integer or a word, for instance. */
export const either = <T extends z.ZodType>(schema: T) =>
  schema.meta({ ...schema.meta(), wire: 'either' })

/** Also accepted under another name; sending both is an error. */
export const alias = <T extends z.ZodType>(name: string, schema: T) =>
  schema.meta({ ...schema.meta(), alias: name })

/** JSON of this parameter may be as long as bodies may be. */
export const unbounded = <T extends z.ZodType>(schema: T) =>
  schema.meta({ ...schema.meta(), unbounded: true })

/** Characters of JSON: more than lists of all members and channels need, and read in few milliseconds. */
const MAX_JSON_LENGTH = 2 * 1024 * 1024

type Wire = 'text' | 'json' | 'either'

export type Shape = Record<string, z.ZodType>

interface Parameter {
  name: string
  alias: string | undefined
  wire: Wire
  isUnbounded: boolean
  schema: z.ZodType
}

/** Reads the parameters of one endpoint; made once, when the endpoint is declared. */
export class ParameterReader<S extends Shape> {
  readonly #schema: z.ZodObject<S>
  readonly #parameters: Parameter[]
  readonly #known: Set<string>

  constructor(shape: S) {
    this.#schema = z.object(shape)
    this.#parameters = Object.entries(shape).map(([name, schema]) => ({
      name,
      alias: schema.meta()?.alias as string | undefined,
      wire: wireOf(schema),
      isUnbounded: schema.meta()?.unbounded === true,
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

  /** Names that were sent and mean nothing here, sorted. */
  ignored(sent: Readonly<Record<string, string>>): string[] {
    const names: string[] = []
    for (const name in sent) if (!this.#known.has(name)) names.push(name)
    return names.sort()
  }
}

function sentAs({ name, alias }: Parameter, sent: Readonly<Record<string, string>>) {
  const own = Object.hasOwn(sent, name) ? sent[name] : undefined
  if (alias === undefined || !Object.hasOwn(sent, alias)) return own
  if (own === undefined) return sent[alias]
  return refuse(
    'REQUEST_CONFUSING_VAR',
    `Can't decide between '${name}' and '${alias}' arguments`,
    {
      var_name1: name,
      var_name2: alias,
    },
  )
}

/** Stands for a value that should have been JSON; no type accepts it. */
const NOT_JSON = Symbol('not JSON')

function decode(raw: string, { name, wire, schema, isUnbounded }: Parameter): unknown {
  if (wire === 'text') return raw
  if (raw.length > MAX_JSON_LENGTH && !isUnbounded)
    refuse('BAD_REQUEST', `${name} is too long (limit: ${MAX_JSON_LENGTH} characters)`)
  const value = parseJson(raw)
  if (wire === 'json') return value
  // What looks like another type, as a text of digits does, is taken as the text it was sent as.
  return schema.safeParse(value).success ? value : raw
}

/** A number that only could be an integer, as 1.0 could, is none (events 7). */
const FRACTION = /\d[.eE]/
const asWritten = (_key: string, value: unknown, { source = '' }: { source?: string } = {}) =>
  Number.isInteger(value) && FRACTION.test(source) ? Number.NaN : value

function parseJson(raw: string): unknown {
  try {
    // Looking at every value takes time that long lists of IDs need not.
    return FRACTION.test(raw) ? JSON.parse(raw, asWritten) : JSON.parse(raw)
  } catch {
    return NOT_JSON
  }
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
    refuse('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name })
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
  refuse('BAD_REQUEST', describe(issue, where, values[name] === NOT_JSON))
}

const ARTICLES: Record<string, string> = {
  int: 'an integer',
  // zod's word for a value that is no number at all; the API has no other numbers than integers.
  number: 'an integer',
  boolean: 'a boolean',
  string: 'a string',
  array: 'a list',
  object: 'a dictionary',
  record: 'a dictionary',
}

function describe(issue: Issue, name: string, notJson: boolean): string {
  switch (issue.code) {
    case 'invalid_type':
      return notJson && issue.expected === 'object'
        ? `${name} is not valid JSON`
        : `${name} is not ${ARTICLES[issue.expected] ?? `a valid ${issue.expected}`}`
    case 'invalid_value':
      return `Invalid ${name}`
    case 'invalid_union':
      return notJson ? `${name} is not valid JSON` : `${name} is not an allowed type`
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

/** Rules of ours are worded without the name; zod's own wording starts with a capital. */
const messageOf = (issue: Issue, name: string, otherwise: string) =>
  /^[a-z]/.test(issue.message) ? `${name} ${issue.message}` : otherwise
