// Checks that HTML has only elements, attributes and schemes that are safe.

import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5'

/*
 * What no message may break out of: the elements, attributes and URL schemes that
 * the renderer and KaTeX write. It says nothing about shapes; contract.ts does.
 */

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const words = (text: string) => new Set(text.trim().split(/\s+/))

const ELEMENTS: Record<string, Set<string>> = Object.fromEntries(
  Object.entries({
    a: 'class data-id data-stream-id href style title',
    audio: 'controls data-original-url preload src title',
    blockquote: '',
    br: '',
    code: '',
    del: '',
    div: 'aria-hidden class data-code-language',
    em: '',
    h1: '',
    h2: '',
    h3: '',
    h4: '',
    h5: '',
    h6: '',
    hr: '',
    img: `alt class data-animated data-original-content-type data-original-dimensions
      data-original-src data-transcoded-image src title`,
    li: '',
    ol: 'start',
    p: '',
    pre: '',
    span: 'aria-label class data-user-group-id data-user-id role title',
    strong: '',
    table: '',
    tbody: '',
    td: 'style',
    th: 'style',
    thead: '',
    time: 'datetime',
    tr: '',
    ul: '',
    video: 'data-video-original-url preload src',
  }).map(([tag, attributes]) => [tag, words(attributes)]),
)

/** KaTeX, below `span.katex`. */
const FORMULA = {
  elements: words(`annotation line math menclose mfrac mglyph mi mn mo mover mpadded mphantom mroot
    mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover path
    semantics span svg`),
  attributes: words(`accent accentunder aria-hidden class columnalign columnlines columnspacing d
    depth display displaystyle encoding fence form height largeop linebreak linethickness lspace
    mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation
    preserveAspectRatio rowlines rowspacing rspace scriptlevel separator side stretchy style
    symmetric viewBox voffset width x1 x2 xmlns y1 y2`),
}

const SCHEMES = words(`http https ftp file bitcoin geo im irc ircs magnet mailto matrix mms news
  nntp openpgp4fpr sip sms smsto ssh tel urn webcal wtai xmpp`)

const VOID = words('br hr img')

/** Throws on markup that the renderer must not write. */
export function assertSafe(html: string): void {
  const fragment = parseFragment(html)
  const tags: string[] = []
  for (const node of fragment.childNodes) visit(node, false, tags)

  // The parser repairs what is not balanced or not nested as HTML allows; then the tags differ.
  const written = [...html.matchAll(/<(\/?[a-zA-Z][\w-]*)/g)].map(([, tag]) => tag as string)
  expect(written.join(' ') === tags.join(' '), `tags are not balanced in ${html}`)
  const once = serialize(fragment)
  expect(serialize(parseFragment(once)) === once, `serialisation is not stable: ${html}`)
}

function expect(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new Error(problem)
}

function visit(node: Node, insideFormula: boolean, tags: string[]): void {
  expect(node.nodeName !== '#comment', 'a comment')
  if (!('tagName' in node)) return
  const isFormula = insideFormula || classOf(node) === 'katex' || classOf(node) === 'katex-display'
  check(node, isFormula)
  tags.push(node.tagName)
  for (const child of node.childNodes) visit(child, isFormula, tags)
  if (!VOID.has(node.tagName)) tags.push(`/${node.tagName}`)
}

const classOf = (element: Element) => element.attrs.find(({ name }) => name === 'class')?.value

function check({ tagName, attrs }: Element, isFormula: boolean): void {
  const allowed = isFormula ? FORMULA.attributes : ELEMENTS[tagName]
  const isKnown = isFormula ? FORMULA.elements.has(tagName) : allowed !== undefined
  expect(isKnown, `element ${tagName}`)
  for (const { name, value } of attrs) {
    expect(allowed?.has(name) === true, `attribute ${name} of ${tagName}`)
    if (name === 'href' || name === 'src') expect(isSafeUrl(value), `${name} ${value}`)
    if (name === 'style') expect(isSafeStyle(value, isFormula), `style ${value}`)
  }
}

function isSafeUrl(url: string): boolean {
  if (/\p{Cc}/u.test(url)) return false
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]
  if (scheme !== undefined) return SCHEMES.has(scheme.toLowerCase())
  return /^(?:\/(?!\/)|#|user_uploads\/)/.test(url)
}

const isSafeStyle = (style: string, isFormula: boolean): boolean =>
  isFormula
    ? /^(?:[a-z-]+:[\w\s#.%(),+-]+;?)*$/.test(style) && !/url|expression|import/i.test(style)
    : /^text-align: (?:left|center|right);$|^background-image: url\("https?:[^"\\()\s]*"\)$/.test(
        style,
      )
