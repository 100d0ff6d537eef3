// Checks that HTML has only the structure that clients parse: the blocks of a message.

import { parseFragment } from 'parse5'
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
import { inlines, katex } from './contract-inline.ts'

/*
 * What existing clients parse: mobile draws "unimplemented" for
 * anything else. The functions here throw on the first thing a client would not know.
 */

const CODE_CLASSES = new Set(
  `w esc err x k kc kd kn kp kr kt n na nb bp nc no nd ni ne nf fm py nl nn nx nt nv vc vg vi vm
  l ld s sa sb sc dl sd s2 se sh si sx sr s1 ss m mb mf mh mi il mo o ow p pm c ch cm cp cpf c1 cs
  g gd ge gr gh gi go gp gs gu ges gt`.split(/\s+/),
)

export function assertContract(html: string): void {
  if (html !== html.trim()) fail('whitespace around the message', html)
  blocks(parseFragment(html).childNodes)
}

function blocks(nodes: Node[]): void {
  for (const node of nodes) {
    if (isElement(node)) block(node)
    else if (!/^\n+$/.test(textOf(node))) fail('text between blocks', node)
  }
}

const isBlock = (node: Node): boolean =>
  isElement(node) && /^(?:p|h[1-6]|blockquote|hr|ul|ol|table|div)$/.test(node.tagName)

function block(element: Element): void {
  const { tagName, childNodes } = element
  if (tagName === 'div') {
    division(element)
    return
  }
  expectAttributes(element, [], tagName === 'ol' ? ['start'] : [])
  if (tagName === 'p' && isMath(childNodes[0])) mathBlock(element)
  else if (/^(?:p|h[1-6])$/.test(tagName)) inlines(childNodes)
  else if (tagName === 'blockquote') blocks(childNodes)
  else if (tagName === 'ul') list(element)
  else if (tagName === 'ol') {
    expectMatch(attribute(element, 'start') ?? '1', /^\d+$/, element)
    list(element)
  } else if (tagName === 'table') table(element)
  else if (tagName !== 'hr') fail('no block', element)
}

function list(element: Element): void {
  for (const child of element.childNodes) {
    if (!isElement(child)) {
      if (textOf(child) !== '\n') fail('text in a list', child)
    } else if (child.tagName === 'li') {
      expectAttributes(child, [])
      item(child.childNodes)
    } else fail('no item', child)
  }
}

function item(nodes: Node[]): void {
  let run: Node[] = []
  let afterImage = false
  const endRun = () => {
    // A newline before a block is drawn, unless it is all there is.
    if (textOf(run.at(-1)).endsWith('\n')) fail('a stray line break in an item', run.at(-1) as Node)
    inlines(run)
    run = []
  }
  for (const node of nodes) {
    if (!isBlock(node) && textOf(node) !== '\n') {
      if (afterImage) fail('text after a preview', node)
      run.push(node)
      continue
    }
    if (!isElement(node)) {
      if (isElement(run.at(-1)) && (run.at(-1) as Element).tagName === 'br') run.push(node)
      continue
    }
    endRun()
    if (node.tagName === 'hr') fail('a rule in an item', node)
    afterImage = /\bmessage_inline_image\b/.test(classesOf(node))
    block(node)
  }
  endRun()
}

function table(element: Element): void {
  const [head, body] = children(element, ['thead', 'tbody'])
  const rows = (section: Element) => section.childNodes.filter(isElement)
  if (rows(head as Element).length !== 1) fail('not one header row', element)
  if (rows(body as Element).length < 1) fail('no row', element)
  const widths = [...rows(head as Element), ...rows(body as Element)].map((row) => {
    const cells = row.childNodes.filter(isElement)
    for (const cell of cells) {
      const tag = row.parentNode === head ? 'th' : 'td'
      if (cell.tagName !== tag) fail(`no ${tag}`, cell)
      expectAttributes(cell, [], ['style'])
      const style = attribute(cell, 'style')
      if (style) expectMatch(style, /^text-align: (?:left|center|right);$/, cell)
      inlines(cell.childNodes)
    }
    return cells.length
  })
  if (new Set(widths).size !== 1) fail('rows of different width', element)
}

const PREVIEW =
  /^(?:message_inline_image(?: message_inline_video)?|youtube-video message_inline_image)$/

function division(element: Element): void {
  const classes = classesOf(element)
  if (classes === 'codehilite') code(element)
  else if (classes === 'spoiler-block') spoiler(element)
  else if (classes === 'message_embed') embed(element)
  else if (PREVIEW.test(classes)) preview(element, classes)
  else fail(`unknown class ${classes}`, element)
}

function code(element: Element): void {
  expectAttributes(element, ['class'], ['data-code-language'])
  const [pre] = children(element, ['pre'], NOTHING) as [Element]
  const [empty, body] = children(pre, ['span', 'code'], NOTHING) as [Element, Element]
  expectAttributes(pre, [])
  expectAttributes(empty, [])
  if (empty.childNodes.length > 0) fail('a filled span', empty)
  let text = ''
  for (const node of body.childNodes) {
    if (isElement(node)) {
      if (node.tagName !== 'span' || !CODE_CLASSES.has(classesOf(node))) fail('unknown code', node)
      expectAttributes(node, ['class'])
      text += node.childNodes.map(textOf).join('')
    } else text += textOf(node)
  }
  if (!/[^\n]\n$|^\n$/.test(text)) fail('code that does not end with one newline', text)
}

function spoiler(element: Element): void {
  const [header, content] = children(element, ['div', 'div'], NOTHING) as [Element, Element]
  if (classesOf(header) !== 'spoiler-header') fail('no header', element)
  if (classesOf(content) !== 'spoiler-content') fail('no content', element)
  expectAttributes(content, ['class', 'aria-hidden'])
  blocks(header.childNodes)
  blocks(content.childNodes)
}

function preview(element: Element, classes: string): void {
  const [link] = children(element, ['a'], NOTHING) as [Element]
  const isYoutube = classes.startsWith('youtube-video')
  const isVideo = classes.endsWith('message_inline_video')
  expectAttributes(link, isYoutube ? ['href', 'data-id'] : ['href'], ['title'])
  const [media] = children(link, [isVideo ? 'video' : 'img'], NOTHING) as [Element]
  if (isVideo) expectAttributes(media, ['src', 'preload'], ['data-video-original-url'])
  else if (isYoutube) expectAttributes(media, ['src'])
  else {
    const optional = [
      'animated',
      'original-content-type',
      'original-dimensions',
      'transcoded-image',
    ]
    expectAttributes(media, ['src'], ['class', ...optional.map((name) => `data-${name}`)])
    if (classesOf(media)) expectMatch(classesOf(media), /^image-loading-placeholder$/, media)
  }
}

function embed(element: Element): void {
  const [image, data] = children(element, ['a', 'div'], NOTHING) as [Element, Element]
  expectAttributes(image, ['class', 'href', 'style'])
  expectMatch(attribute(image, 'style'), /^background-image: url\("[^"\\()]*"\)$/, image)
  for (const part of data.childNodes.filter(isElement)) {
    if (classesOf(part) === 'message_embed_title') {
      const [title] = children(part, ['a'], NOTHING) as [Element]
      if (attribute(title, 'href') !== attribute(image, 'href')) fail('two addresses', element)
      if (title.childNodes.length !== 1) fail('markup in a title', title)
    } else expectMatch(classesOf(part), /^message_embed_description$/, part)
  }
}

const isMath = (node: Node | undefined): boolean =>
  isElement(node) && classesOf(node) === 'katex-display'

function mathBlock(element: Element): void {
  element.childNodes.forEach((node, index) => {
    if (index % 2 === 1) {
      if (textOf(node) !== '\n\n') fail('text between formulas', node)
    } else {
      if (!isElement(node) || classesOf(node) !== 'katex-display') fail('no formula', node)
      const [formula] = children(node, ['span'], NOTHING) as [Element]
      katex(formula, 'block')
    }
  })
}
