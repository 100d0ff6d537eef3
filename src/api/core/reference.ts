// What people read about the interface, made from the OpenAPI document: a list of endpoints by area.

import type { ErrorCode } from '../../errors.ts'
import type { OpenApiDocument, OpenApiOperation, Schema } from './openapi.ts'

/** A parameter, or a field of an answer. */
export interface Item {
  name: string
  /** Words such as "list of integers". */
  type: string
  isRequired: boolean
  /** Sentences, with the default at their end; may be empty. */
  text: string
}

export interface Entry {
  method: string
  /** Below the root, with `{name}` for parameters. */
  path: string
  /** Names the entry in links. */
  anchor: string
  summary: string
  /** Who may call it, as a sentence. */
  admitted: string
  parameters: Item[]
  answer: Item[]
  /** Refusals besides those that all endpoints share. */
  refusals: readonly ErrorCode[]
}

export interface Area {
  name: string
  title: string
  entries: Entry[]
}

const TITLES: Record<string, string> = {
  live: 'Events',
  messages: 'Messages',
  channels: 'Channels and topics',
  users: 'Users, bots and groups',
  personal: 'Drafts, snippets, views and settings',
  organization: 'The organization',
  login: 'Accounts and logging in',
  devices: 'Devices and push notifications',
}

/** The endpoints of a document by area, sorted by path. */
export function areasOf(document: OpenApiDocument): Area[] {
  const entries = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      area: operation.tags[0]!,
      entry: entryOf(method.toUpperCase(), path, operation),
    })),
  )
  return Object.entries(TITLES).map(([name, title]) => ({
    name,
    title,
    entries: entries
      .filter(({ area }) => area === name)
      .map(({ entry }) => entry)
      .sort((a, b) => order(a).localeCompare(order(b), 'en')),
  }))
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const order = ({ path, method }: Entry) => `${path} ${METHODS.indexOf(method)}`

function entryOf(method: string, path: string, operation: OpenApiOperation): Entry {
  const form = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema
  const inPathAndQuery = operation.parameters.map(({ name, required, schema, content }) =>
    itemOf(name, schema ?? content!['application/json']!.schema, required),
  )
  return {
    method,
    path,
    anchor: `${method}${path}`
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/-$/, ''),
    summary: operation.summary,
    admitted: operation.description,
    parameters: [...inPathAndQuery, ...(form ? fieldsOf(form) : [])],
    answer: fieldsOf(operation.responses[200]!.content['application/json']!.schema).filter(
      ({ name }) => !ENVELOPE.includes(name),
    ),
    refusals: operation['x-refusals'],
  }
}

const ENVELOPE = ['result', 'msg', 'ignored_parameters_unsupported']

const fieldsOf = ({ properties = {}, required = [] }: Schema): Item[] =>
  Object.entries(properties).map(([name, schema]) => itemOf(name, schema, required.includes(name)))

function itemOf(name: string, schema: Schema, isRequired: boolean): Item {
  const preset = schema.default
  const hasPreset = preset !== undefined && preset !== null && !isEmpty(preset)
  const text = [schema.description, hasPreset && `Default: ${JSON.stringify(preset)}.`]
  return { name, isRequired, type: typeOf(schema), text: text.filter(Boolean).join(' ') }
}

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** The type of a value in words. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return either(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.anyOf) return either([...new Set(schema.anyOf.map(typeOf))])
  switch (schema.type) {
    case 'array':
      return arrayOf(schema)
    case 'object':
      return objectOf(schema)
    case 'integer':
      return integerOf(schema)
    case undefined:
      return 'JSON'
    default:
      return either([schema.type].flat())
  }
}

function either(choices: string[]): string {
  if (choices.length < 2) return choices.join('')
  return `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
}

function arrayOf({ items, prefixItems }: Schema): string {
  if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`
  const type = items ? typeOf(items) : ''
  return /^(integer|string|boolean|object)$/.test(type) ? `list of ${type}s` : `list of: ${type}`
}

function objectOf({ properties, additionalProperties }: Schema): string {
  if (properties && Object.keys(properties).length > 0)
    return `object {${Object.keys(properties).join(', ')}}`
  if (typeof additionalProperties === 'object') return `object of: ${typeOf(additionalProperties)}`
  return 'object'
}

function integerOf({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return `integer, ${minimum} to ${maximum}`
  if (minimum !== undefined) return `integer, at least ${minimum}`
  return maximum === undefined ? 'integer' : `integer, at most ${maximum}`
}
