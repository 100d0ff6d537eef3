// Rendering takes time linear in the length of the message.

import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { parse } from 'acorn'
import { analyse } from 'scslre'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

interface Expression {
  pattern: string
  flags: string
}

// Expressions put together at run time are noted as they are made, so this comes first.
const constructed = noteConstructed()
const { render } = await import('./organization.ts')
const { countSteps } = await import('./steps.ts')
const { compileLinkifier } = await import('../../src/text/linkifiers.ts')

const LENGTH = 10_000
const SOURCES = join(import.meta.dirname, '../../src/text')

const fill = (unit: string, start = ''): string =>
  start + unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH - start.length)

const growing = (unit: (n: number) => string): string => {
  let text = ''
  for (let n = 1; text.length < LENGTH; n++) text += unit(n)
  return text.slice(0, LENGTH)
}

const PLAIN = fill('The pump ran all night and nobody had to get up. ')

const HOSTILE: Record<string, string> = {
  brackets: fill('['),
  'closed brackets': fill('[').slice(0, LENGTH / 2) + fill(']').slice(0, LENGTH / 2),
  'half links': fill('[a]('),
  'links in links': fill('[a](b').slice(0, 8_000) + ')'.repeat(2_000),
  'links to nowhere': fill('[a](x '),
  'titles without end': fill('[a](x "'),
  'unsafe links': `${fill('[a](javascript:').slice(0, 8_000)}${')'.repeat(2_000)}`,
  pictures: fill('!['),
  'half pictures': fill('![a]('),
  parentheses: fill('('),
  'quote marks': fill('>'),
  'spaced quote marks': fill('> '),
  'quotes with lazy text': `${'>'.repeat(1_000)}${fill('a\n').slice(0, 9_000)}`,
  'pointing at nothing': fill('>\n'),
  'open quotes': fill('```quote\n'),
  'open spoilers': fill('```spoiler a\n'),
  'quotes of growing fences': growing((n) => `${'`'.repeat(n + 2)}quote\n`),
  'open fences': fill('```\n~~~\n'),
  'growing fences': growing((n) => `${'~'.repeat(n + 2)}\n`),
  'code without end': fill('`a'),
  'growing code spans': growing((n) => `a${'`'.repeat(n)}`),
  stars: fill('*'),
  'opening stars': fill('*a '),
  'closing stars': fill('a* '),
  'opening double stars': fill('**a '),
  'stars of all lengths': fill('*a **b ***c '),
  'emphasis in emphasis':
    fill('*a **b ').slice(0, LENGTH / 2) + fill('b** a*').slice(0, LENGTH / 2),
  underscores: fill('_a '),
  tildes: fill('~~a '),
  formulas: fill('$$a '),
  'escaped dollars': fill('\\$', ' $$'),
  'half times': fill('<time:'),
  'half mentions': fill(' @**a'),
  'half groups': fill(' @*a'),
  'half channels': fill(' #**a>b@1'),
  'unknown emoji': fill(':a'),
  colons: fill(':'),
  entities: fill('&a'),
  'joined emoji': fill('\u{1F469}\u200D'),
  flags: fill('\u{1F1FA}'),
  'text emoji': fill('©'),
  'URLs in brackets': fill('(https://a/('),
  'URLs that fail': fill('https://a/(,'),
  'URLs that fail at the end': `${fill('https://a/,').slice(0, 9_990)}(`,
  'URLs and punctuation': `${fill(',https://a/)').slice(0, 5_000)}${')'.repeat(4_990)}x`,
  schemes: fill('http://'),
  domains: fill('a.'),
  'dotted words': fill('org.a/'),
  'at signs': fill('a@'),
  'half addresses': fill('a@a.'),
  'linkifier matches': fill('#1 '),
  'almost linkifier matches': fill('aaaa#'),
  'table columns': `${fill('|a').slice(0, 4_000)}\n${fill('|-').slice(0, 4_000)}\n${'|\n'.repeat(990)}`,
  'delimiter rows': fill('|-|\n'),
  'code in tables': `|a|\n|-|\n|${fill('`|')}`,
  bullets: fill('* '),
  'nested lists': growing((n) => `${' '.repeat(2 * n)}* a\n`),
  'numbers in bullets': fill('* 1. '),
  'loose lists': fill('* a\n\n  b\n\n'),
  'lists with fences': fill('* ```\n'),
  rules: fill('- - '),
  hashes: fill('#'),
  headings: fill('# #\n'),
  'empty lines': fill(' \n'),
  tabs: fill('\t'),
  'tabs in one line': fill('a\t'),
}

test('no regular expression of the renderer can take more than linear time', () => {
  const written = globSync('**/*.ts', { cwd: SOURCES }).flatMap((path) =>
    literalsOf(readFileSync(join(SOURCES, path), 'utf8')),
  )
  for (const { pattern, flags } of [...written, ...constructed]) {
    const { reports } = analyse({ source: pattern, flags })
    assert.equal(reports, [], `/${pattern}/${flags} can go over the same text again and again`)
  }
  assert.ok(written.length > 50)
})

/** How many times the work of plain text a message of the same length may cost. */
const MOST = 30

test('no text costs many times as much as plain text of its length', () => {
  const options = { translateEmoticons: true, previewImages: true }
  render(PLAIN, options)
  const limit = MOST * countSteps(() => render(PLAIN, options))
  for (const [name, source] of Object.entries(HOSTILE)) {
    const steps = countSteps(() => render(source, options))
    assert.ok(steps < limit, `${name}: ${steps} steps, ${limit} are allowed`)
  }
})

test('patterns of administrators cannot cost more either', () => {
  const patterns = ['(?P<n>(a+)+)b', '(?P<n>(a|aa)+)$', '(?P<n>(.*)(.*)(.*)x)', '(?P<n>a.*b|a)']
  const matches = ['(?P<n>[0-9]+)', ...patterns].map((pattern) => {
    const linkifier = compileLinkifier({ pattern, urlTemplate: 'https://t.example/{n}' })
    return (text: string) => linkifier.matches(text)
  })
  const harmless = matches.shift()
  const limit = MOST * countSteps(() => render(PLAIN))
  harmless?.(PLAIN)
  matches.forEach((find, index) => {
    for (const unit of ['a', 'a ', 'ab ', ' a', '🌳 a']) {
      const steps = countSteps(() => find(fill(unit)))
      assert.ok(steps < limit, `${patterns[index]} in ${unit}`)
    }
  })
})

/** Regular expressions as they stand in the source. */
function literalsOf(source: string): Expression[] {
  const found: Expression[] = []
  const program = parse(stripTypeScriptTypes(source), {
    ecmaVersion: 'latest',
    sourceType: 'module',
  })
  JSON.stringify(program, (key, value) => {
    if (key === 'regex' && value) found.push(value)
    return typeof value === 'bigint' ? undefined : value
  })
  return found
}

function noteConstructed(): Expression[] {
  const noted: Expression[] = []
  globalThis.RegExp = new Proxy(RegExp, {
    construct(target, args, newTarget) {
      const made = Reflect.construct(target, args, newTarget)
      if (new Error().stack?.includes('/src/text/'))
        noted.push({ pattern: made.source, flags: made.flags })
      return made
    },
  })
  return noted
}

test.run()
