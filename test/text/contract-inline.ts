// Checks what stands in a line: formatting, links, mentions, emoji, pictures and formulas.

import {
  attribute,
  children,
  classesOf,
  type Element,
  expectAttributes,
  expectMatch,
  fail,
  isElement,
  NOTHING,
  type Node,
  textOf,
} from './contract-elements.ts'

const SPOKEN_MATH = 'http://www.w3.org/1998/Math/MathML'

export function inlines(nodes: Node[], insideLink = false): void {
  nodes.forEach((node, index) => {
    if (isElement(node)) {
      inline(node, insideLink)
      if (node.tagName !== 'br') return
      const next = textOf(nodes[index + 1])
      if (!next.startsWith('\n') || next.startsWith('\n\n')) fail('no newline after a break', node)
      return
    }
    const before = nodes[index - 1]
    const text = isElement(before) && before.tagName === 'br' ? textOf(node).slice(1) : textOf(node)
    if (text.includes('\n')) fail('a stray line break', node)
  })
}

function inline(element: Element, insideLink: boolean): void {
  const { tagName, childNodes } = element
  if (/^(?:br|strong|em|del)$/.test(tagName)) {
    expectAttributes(element, [])
    inlines(childNodes, insideLink)
  } else if (tagName === 'code') {
    expectAttributes(element, [])
    if (childNodes.some(isElement)) fail('markup in code', element)
  } else if (tagName === 'a') {
    if (insideLink) fail('a link in a link', element)
    link(element)
  } else if (tagName === 'span') span(element)
  else if (tagName === 'img') picture(element)
  else if (tagName === 'time') {
    expectAttributes(element, ['datetime'])
    expectMatch(attribute(element, 'datetime'), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, element)
  } else if (tagName === 'audio') {
    expectAttributes(element, ['controls', 'preload', 'src'], ['data-original-url', 'title'])
  } else fail('no inline element', element)
}

function link(element: Element): void {
  expectAttributes(element, ['href'], ['class', 'data-stream-id', 'title'])
  const classes = classesOf(element)
  if (classes) expectMatch(classes, /^(?:stream|stream-topic|message-link)$/, element)
  inlines(element.childNodes, true)
}

function span(element: Element): void {
  const classes = classesOf(element)
  if (classes === 'katex') {
    katex(element, undefined)
    return
  }
  if (element.childNodes.some(isElement)) fail('markup in a span', element)
  if (classes.startsWith('emoji')) {
    expectMatch(classes, /^emoji emoji-[0-9a-f]{4,6}(?:-[0-9a-f]{4,6})*$/, element)
    expectAttributes(element, ['aria-label', 'class', 'role', 'title'])
  } else if (classes.startsWith('user-mention')) {
    expectMatch(classes, /^user-mention(?: channel-wildcard-mention)?(?: silent)?$/, element)
    expectAttributes(element, ['class', 'data-user-id'])
    expectMatch(attribute(element, 'data-user-id'), /^(?:\d+|\*)$/, element)
  } else if (classes.startsWith('user-group-mention')) {
    expectMatch(classes, /^user-group-mention(?: silent)?$/, element)
    expectAttributes(element, ['class', 'data-user-group-id'])
    expectMatch(attribute(element, 'data-user-group-id'), /^\d+$/, element)
  } else {
    expectMatch(classes, /^topic-mention(?: silent)?$/, element)
    expectAttributes(element, ['class'])
  }
}

function picture(element: Element): void {
  if (classesOf(element) === 'emoji') {
    expectAttributes(element, ['alt', 'class', 'src', 'title'])
    return
  }
  expectMatch(classesOf(element), /^inline-image(?: image-loading-placeholder)?$/, element)
  expectAttributes(
    element,
    ['alt', 'class', 'src', 'data-original-content-type', 'data-original-dimensions'],
    ['data-animated', 'data-original-src', 'data-transcoded-image'],
  )
}

export function katex(element: Element, display: 'block' | undefined): void {
  if (classesOf(element) !== 'katex') fail('no formula', element)
  const [spoken, drawn] = children(element, ['span', 'span'], NOTHING) as [Element, Element]
  if (classesOf(spoken) !== 'katex-mathml' || classesOf(drawn) !== 'katex-html') {
    fail('not the parts of a formula', element)
  }
  const [math] = children(spoken, ['math'], NOTHING) as [Element]
  if (math.namespaceURI !== SPOKEN_MATH) fail('no MathML', math)
  if (attribute(math, 'display') !== display) fail('the wrong display mode', math)
  const [semantics] = children(math, ['semantics'], NOTHING) as [Element]
  const annotation = semantics.childNodes.at(-1) as Element
  expectMatch(attribute(annotation, 'encoding'), /^application\/x-tex$/, annotation)
}
