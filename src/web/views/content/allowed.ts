// What may be in the HTML of a message: the elements and attributes that the server's renderer makes.

const ELEMENTS = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 blockquote hr br ul ol li table thead tbody tr th td div span pre code ' +
    'strong em del a img video audio time'
  ).split(' '),
)

/** Formulas bring MathML, and drawings of roots and arrows. */
const IN_FORMULAS = new Set(
  (
    'math semantics annotation mrow mi mn mo ms mtext mspace mstyle msup msub msubsup mfrac msqrt ' +
    'mroot munder mover munderover mtable mtr mtd mlabeledtr mpadded mphantom menclose ' +
    'mmultiscripts mprescripts none svg path line g span'
  ).split(' '),
)

const ATTRIBUTES = new Set(
  (
    'class title href src alt datetime start role aria-label aria-hidden controls preload ' +
    'data-user-id data-user-group-id data-stream-id data-code-language data-id data-animated ' +
    'data-original-content-type data-original-dimensions data-original-src data-original-url ' +
    'data-transcoded-image data-video-original-url'
  ).split(' '),
)

const IN_FORMULA_ATTRIBUTES = new Set(
  (
    'class style aria-hidden encoding display xmlns width height viewbox preserveaspectratio d x1 ' +
    'x2 y1 y2 stroke-width mathvariant stretchy fence separator form lspace rspace minsize maxsize ' +
    'movablelimits accent accentunder columnalign columnspacing rowspacing columnlines rowlines ' +
    'frame notation linethickness scriptlevel displaystyle voffset depth mathcolor mathbackground ' +
    'mathsize'
  ).split(' '),
)

const SCHEMES =
  /^(https?|ftp|file|bitcoin|geo|im|irc|ircs|magnet|mailto|matrix|mms|news|nntp|openpgp4fpr|sip|sms|smsto|ssh|tel|urn|webcal|wtai|xmpp):/i

export const isAllowed = (element: Element, inFormula: boolean) =>
  (inFormula ? IN_FORMULAS : ELEMENTS).has(element.localName)

/** Takes away every attribute that the renderer would not have written. */
export function cleanAttributes(element: Element, inFormula: boolean) {
  const allowed = inFormula ? IN_FORMULA_ATTRIBUTES : ATTRIBUTES
  // Not `attributes`: it makes a node of each, which stays as long as its element.
  for (const name of element.getAttributeNames()) {
    const value = element.getAttribute(name) ?? ''
    const known =
      allowed.has(name.toLowerCase()) || (name === 'style' && isAlignment(element, value))
    const address = name === 'href' || name === 'src'
    if (!known || (address && !isHarmlessAddress(value))) element.removeAttribute(name)
  }
}

const isAlignment = (element: Element, style: string) =>
  /^t[dh]$/.test(element.localName) && /^text-align: (left|center|right);$/.test(style)

/** An address on this server, or one of a kind that runs nothing. */
export const isHarmlessAddress = (address: string) =>
  SCHEMES.test(address) || !/^[^/?#]*:/.test(address.trim())
