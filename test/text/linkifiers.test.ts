// Linkifiers and their URL templates.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compileLinkifier, linkifierProblem } from '../../src/text/linkifiers.ts'
import { topicLinks } from '../../src/text/topic-links.ts'
import { expandUrlTemplate, urlTemplateVariables } from '../../src/text/url-templates.ts'

const issues = { pattern: '#(?P<n>[0-9]+)', urlTemplate: 'https://t.example/{n}' }

const matched = (text: string, source = issues) =>
  compileLinkifier(source)
    .matches(text)
    .map(({ start, end }) => text.slice(start, end))

test('a match stands between boundaries, and one character may be two of them', () => {
  assert.equal(matched('#1 #2,#3:#4 (#5) "#6" \u00a0#7'), [
    '#1',
    '#2',
    '#3',
    '#4',
    '#5',
    '#6',
    '#7',
  ])
  assert.equal(matched('a#1 #2b #3é -#4 #5_'), ['#5'])
  assert.equal(matched('🌳 #1!\n#2'), ['#1', '#2'])
})

test('matches are found anywhere in a long text', () => {
  assert.equal(matched(`${'word '.repeat(1_000)}#1 ${'word '.repeat(1_000)}#2`), ['#1', '#2'])
})

test('groups fill the URL template', () => {
  const source = {
    pattern: '(?P<org>[a-z]+)/(?P<repo>[a-z -]+)#(?P<n>[0-9]+)',
    urlTemplate: 'https://t.example{/org,repo}{?n}',
  }
  const [match] = compileLinkifier(source).matches('see ab/c d#12')
  assert.is(match?.url, 'https://t.example/ab/c%20d?n=12')
})

test('linkifiers with mistakes are explained', () => {
  const problem = (changes: Partial<typeof issues>) => linkifierProblem({ ...issues, ...changes })
  assert.is(problem({}), undefined)
  assert.match(problem({ pattern: '#(?P<n>[0-9]+' }) ?? '', /^Bad regular expression: /)
  assert.match(problem({ pattern: '(?=a)(?P<n>b)' }) ?? '', /^Bad regular expression: /)
  assert.match(problem({ pattern: '(?P<n>a)\\1' }) ?? '', /^Bad regular expression: /)
  assert.match(
    problem({ pattern: '(?P<n>(a{1,50}){1,20}(b{1,900}){1,2}(c{999})(d{999})(e{999}))' }) ?? '',
    /^Bad regular expression: /,
  )
  assert.is(problem({ urlTemplate: 'https://t.example/{n' }), 'Invalid URL template.')
  assert.match(problem({ urlTemplate: 'https://t.example/{m}' }) ?? '', /'m'/)
  assert.match(problem({ urlTemplate: 'https://t.example/' }) ?? '', /'n'/)
})

test('URL templates are checked by RFC 6570', () => {
  assert.equal(urlTemplateVariables('https://a/{b}{?c,d*}{#e:3}{+f.g}'), [
    'b',
    'c',
    'd',
    'e',
    'f.g',
  ])
  for (const template of [
    '',
    '{',
    '}',
    '{}',
    '{a',
    'a}',
    '{a{b}}',
    '{a b}',
    '{!a}',
    '{a:x}',
    '{a,}',
    'a b',
  ]) {
    assert.is(urlTemplateVariables(template), undefined, template)
  }
  assert.is(expandUrlTemplate('https://a/{b}{?c}', { b: 'ü/', c: null }), 'https://a/%C3%BC%2F')
})

test('topics show the links of linkifiers and URLs, in order', () => {
  assert.equal(topicLinks('leak #12: see ex.org/a', [compileLinkifier(issues)]), [
    { text: '#12', url: 'https://t.example/12' },
    { text: 'ex.org/a', url: 'https://ex.org/a' },
  ])
  assert.equal(topicLinks('http://a.org. mira@ex.org "b.org" c.py', []), [
    { text: 'http://a.org', url: 'http://a.org' },
    { text: 'mira@ex.org', url: 'mailto:mira@ex.org' },
    { text: 'b.org', url: 'https://b.org' },
  ])
})

test('of links that overlap in a topic the earlier linkifier stays', () => {
  const repo = { pattern: '[a-z]+#(?P<n>[0-9]+)', urlTemplate: 'https://r.example/{n}' }
  const url = { pattern: 'ex.org/(?P<n>[0-9]+)', urlTemplate: 'https://u.example/{n}' }
  const linkifiers = [issues, repo, url].map(compileLinkifier)
  assert.equal(topicLinks('web#1 ex.org/2 #1 #1', linkifiers), [
    { text: 'web#1', url: 'https://r.example/1' },
    { text: 'ex.org/2', url: 'https://u.example/2' },
    { text: '#1', url: 'https://t.example/1' },
    { text: '#1', url: 'https://t.example/1' },
  ])
})

test('templates cannot make scripts of topics', () => {
  const script = compileLinkifier({ pattern: '#(?P<n>[0-9]+)', urlTemplate: 'javascript:{n}' })
  assert.equal(topicLinks('#1', [script]), [])
})

test.run()
