// Reads parsed elements: their attributes, classes and children. Each expectation throws if it is not met.

import type { DefaultTreeAdapterTypes } from 'parse5'

export type Node = DefaultTreeAdapterTypes.ChildNode
export type Element = DefaultTreeAdapterTypes.Element

export function fail(problem: string, node: Node | string): never {
  const where =
    typeof node === 'string' ? node : isElement(node) ? `<${node.tagName}>` : textOf(node)
  throw new Error(`${problem}: ${JSON.stringify(where)}`)
}

export const isElement = (node: Node | undefined): node is Element => !!node && 'tagName' in node

export const textOf = (node: Node | undefined): string =>
  node && 'value' in node ? node.value : ''

export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((attr) => attr.name === name)?.value

export const classesOf = (element: Element): string => attribute(element, 'class') ?? ''

export function expectAttributes(
  element: Element,
  required: string[],
  optional: string[] = [],
): void {
  const names = element.attrs.map(({ name }) => name)
  for (const name of required) if (!names.includes(name)) fail(`no ${name}`, element)
  for (const name of names) {
    if (!required.includes(name) && !optional.includes(name)) fail(`unknown ${name}`, element)
  }
}

export function expectMatch(value: string | undefined, pattern: RegExp, node: Node): void {
  if (value === undefined || !pattern.test(value)) fail(`${value} is not ${pattern}`, node)
}

/** The element children, which must be these; between them nothing or a newline each. */
export function children(element: Element, tags: string[], separator = /^\n$/): Element[] {
  const found = element.childNodes.filter(isElement)
  for (const node of element.childNodes) {
    if (!isElement(node) && !separator.test(textOf(node))) fail('text between elements', node)
  }
  if (found.map(({ tagName }) => tagName).join() !== tags.join()) fail(`not ${tags}`, element)
  return found
}

export const NOTHING = /^$/
