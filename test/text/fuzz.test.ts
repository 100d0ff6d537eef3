// Random and hostile source: the output stays safe and parsable.

import fc from 'fast-check'
import { test } from 'uvu'
import { highlightHtml, searchText } from '../../src/text/search/search-text.ts'
import { assertContract } from './contract.ts'
import { render } from './organization.ts'
import { assertSafe } from './safety.ts'

const CASES = process.env.HEARTH_LONG ? 100_000 : 2_000

const FRAGMENTS = [
  ...[
    '\n',
    '\n\n',
    ' ',
    '  ',
    '    ',
    '\t',
    '\\',
    '"',
    "'",
    '<',
    '>',
    '&',
    '(',
    ')',
    '[',
    ']',
    '|',
  ],
  ...[
    '*',
    '**',
    '***',
    '****',
    '_',
    '~~',
    '~~~',
    '`',
    '``',
    '```',
    '````',
    '$',
    '$$',
    ':',
    '!',
    '#',
  ],
  ...['\n> ', '\n>', '\n* ', '\n  * ', '\n    - ', '\n1. ', '\n10. ', '\n  3. ', '\n# ', '\n---\n'],
  ...[
    '\n```\n',
    '\n```quote\n',
    '\n````quote\n',
    '\n```spoiler a **b**\n',
    '\n~~~js\n',
    '\n```math\n',
  ],
  ...['\n|a|b|\n|-|:-:|\n', '\n|1|`2|3`|\n', '|', ':-:', 'a', 'word', 'x_y', 'é', '\u{1d4d0}', '0'],
  ...[
    '@**Mira Okafor**',
    '@_**Mira Okafor|31**',
    '@**all**',
    '@**topic**',
    '@*night-shift*',
    '@**',
  ],
  ...['#**lab notes**', '#**lab notes>a@3**', '#**lab notes>**', '#**R&D <core>>"x"**', '#**', '>'],
  ...[
    ':tree:',
    ':lab_rat:',
    ':zulip:',
    '🌳',
    '👍🏽',
    '1️⃣',
    '❤️',
    '🇺🇸',
    '\u200d',
    '\ufe0f',
    ':)',
    '<3',
  ],
  ...[
    '<time:2026-03-01T10:30Z>',
    '<time:',
    'https://ex.org/a_(b)',
    'http://',
    'ex.org',
    'a@ex.org',
  ],
  ...['[a](https://ex.org)', '](', '[a](/x "t")', '![a](/user_uploads/1/ab/x.png)', '![', '#12'],
  ...['https://chat.example.org/user_uploads/1/ab/x.png', 'https://ex.org/a.png', '//ex.org/v.mp4'],
  ...[
    'https://ex.org/v.mp4',
    'https://youtu.be/dQw4w9WgXcQ',
    '$$x^2$$',
    '\\frac{a}{b}',
    '\\href{x}{y}',
  ],
  ...[
    '&copy;',
    '&#0;',
    '&#10;',
    '&#x202e;',
    '&amp',
    'javascript:',
    'data:text/html,',
    '\u0000',
    '\r',
  ],
]

const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](java\tscript:alert(1))',
  '[a](\u0001javascript:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '[a](vbscript:x)',
  '[a](//evil.example/x)',
  '[a](https://x.org" onmouseover="alert(1))',
  '[a](https://x.org "t" onclick="x")',
  '![a" onerror="x](/user_uploads/1/ab/x.png)',
  '![a](javascript:alert(1))',
  '[![a](/user_uploads/1/ab/x.png)](javascript:x)',
  '@**Ben <b> & Co** @**"><script>**',
  '#**R&D <core>>"><img src=x>**',
  ':"><svg/onload=x>:',
  '<time:"><script>>',
  '$$\\href{javascript:alert(1)}{x}$$',
  '$$\\url{javascript:x}$$ $$\\includegraphics{https://x.org/a.png}$$',
  '$$\\htmlClass{x" onload="y}{z}$$ $$\\color{red;background:url(x)}{y}$$',
  '$$\\def\\a{\\a\\a}\\a$$',
  '$$\\rule{1e9em}{1e9em}$$ $$\\unicode{60}script$$ $$\\text{<script>}$$',
  '```"><script>\nx\n```',
  '```js" onload="x\n</code></pre><script>\n```',
  '```spoiler <script>\n</div></div><script>\n```',
  '```math\n</annotation><script>\n```',
  '|<td>|</table>|\n|-|-|\n|<script>|"|',
  'https://ex.org/"onmouseover="x https://ex.org/<script>',
  "https://ex.org/'style='x http://a@b:c@d.org/<b>",
  '<https://ex.org/a">x<b>',
  '&lt;script&gt; &#60;script&#62; &quot;',
  '\u202ejavascript:x\u202c \ud800 \udc00',
]

const fragments = fc
  .array(fc.constantFrom(...FRAGMENTS), { maxLength: 40 })
  .map((all) => all.join(''))

const bytes = fc.uint8Array({ maxLength: 300 }).map((all) => new TextDecoder().decode(all))

/** A known attack, cut, doubled or mixed with fragments. */
const mutated = fc
  .tuple(
    fc.constantFrom(...ATTACKS),
    fc.nat(60),
    fc.nat(60),
    fragments,
    fc.constantFrom(...ATTACKS),
  )
  .map(([attack, from, length, fragment, other]) =>
    [attack.slice(0, from), fragment, attack.slice(from), other.slice(0, length), attack].join(''),
  )

const anything = fc.oneof(
  fragments,
  fragments,
  mutated,
  mutated,
  bytes,
  fc.string({ unit: 'binary', maxLength: 200 }),
)

const options = fc.record({
  previewImages: fc.boolean(),
  previewWebsites: fc.boolean(),
  translateEmoticons: fc.boolean(),
  defaultCodeBlockLanguage: fc.constantFrom('', 'quote', 'math', 'python', 'spoiler'),
})

/** What a page may say of itself. */
const website = {
  imageUrl: 'https://ex.org/i.png?")<\\\n(\'&x',
  title: '"><script>alert(1)</script>',
  description: '</div><img src=x onerror=alert(1)>',
}

const forAll = (holds: (html: string) => void) =>
  fc.assert(
    fc.property(anything, options, (source, chosen) => {
      holds(render(source, chosen, { websitePreview: () => website }).html)
    }),
    { numRuns: CASES },
  )

test('whatever is typed, only known elements, attributes and schemes come out', () => {
  forAll(assertSafe)
})

test('whatever is typed, clients know every part of the result', () => {
  forAll(assertContract)
})

test('highlighting search results never touches a tag', () => {
  forAll((rendered) => {
    const highlighted = highlightHtml(rendered, () => true)
    const plain = highlighted.replace(/<span class="highlight">([^<]*)<\/span>/g, '$1')
    if (plain !== rendered) throw new Error('removing the highlights does not restore the message')
    if (searchText(highlighted) !== searchText(rendered)) throw new Error('the words changed')
  })
})

test.run()
