// Markdown: lists.

import { test } from 'uvu'
import { renders, staysText } from './expect.ts'

test('bullets of all kinds are one list, numbers start another', () => {
  renders('* a\n+ b\n- c', '<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ul>')
  renders('- a\n1. b', '<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>')
})

test('a numbered list counts up from its first number', () => {
  renders('4. a\n9. b', '<ol start="4">\n<li>a</li>\n<li>b</li>\n</ol>')
  renders('0. a', '<ol start="0">\n<li>a</li>\n</ol>')
  renders('007. a', '<ol start="7">\n<li>a</li>\n</ol>')
  staysText('1) a')
  staysText('1.a')
})

test('a list may hang below a text, except for long numbers', () => {
  renders('text\n- a', '<p>text</p>\n<ul>\n<li>a</li>\n</ul>')
  renders('text\n2. a', '<p>text</p>\n<ol start="2">\n<li>a</li>\n</ol>')
  renders('text\n12. a', '<p>text<br>\n12. a</p>')
  renders('text\n\n12. a', '<p>text</p>\n<ol start="12">\n<li>a</li>\n</ol>')
  renders('text\n* ', '<p>text<br>\n*</p>')
})

test('two spaces nest one level, whatever the marker above', () => {
  renders(
    '* a\n  * b\n    * c\n  * d\n* e',
    '<ul>\n<li>a<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n<li>d</li>\n</ul>\n</li>\n<li>e</li>\n</ul>',
  )
  renders('1. a\n  * b', '<ol>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ol>')
  renders('1. a\n   * b\n  * c', '<ol>\n<li>a<ul>\n<li>b</li>\n<li>c</li>\n</ul>\n</li>\n</ol>')
  renders('* a\n * b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>')
})

test('lists below a numbered item nest as deep as those below a bullet', () => {
  renders(
    '1. a\n  * b\n    * c\n      * d\n  * e\n2. f',
    '<ol>\n<li>a<ul>\n<li>b<ul>\n<li>c<ul>\n<li>d</li>\n</ul>\n</li>\n</ul>\n</li>\n<li>e</li>\n</ul>\n</li>\n<li>f</li>\n</ol>',
  )
  renders(
    '1. a\n  2. b\n    3. c\n    3. d\n  2. e\n2. f',
    '<ol>\n<li>a<ol start="2">\n<li>b<ol start="3">\n<li>c</li>\n<li>d</li>\n</ol>\n</li>\n<li>e</li>\n</ol>\n</li>\n<li>f</li>\n</ol>',
  )
  renders(
    '10. a\n    * b\n        * c',
    '<ol start="10">\n<li>a<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n</ol>',
  )
})

test('a text or code below a nested list is of the item it is indented for', () => {
  renders(
    '1. a\n  * b\n\n    c',
    '<ol>\n<li>a<ul>\n<li>\n<p>b</p>\n<p>c</p>\n</li>\n</ul>\n</li>\n</ol>',
  )
  const code = '<div class="codehilite"><pre><span></span><code>* x\n</code></pre></div>'
  renders(
    '1. a\n   * b\n   ```\n   * x\n   ```\n2. c',
    `<ol>\n<li>a<ul>\n<li>b</li>\n</ul>\n${code}\n</li>\n<li>c</li>\n</ol>`,
  )
  renders(
    '1. a\n   * b\n     ```\n     * x\n     ```\n2. c',
    `<ol>\n<li>a<ul>\n<li>b${code}\n</li>\n</ul>\n</li>\n<li>c</li>\n</ol>`,
  )
})

test('lists of other dialects, with four spaces a level, nest as well', () => {
  renders(
    '* a\n    * b\n        * c',
    '<ul>\n<li>a<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n</ul>',
  )
  renders('* a\n\n        * b', '<ul>\n<li>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>')
})

test('a plain line after an item belongs to it', () => {
  renders('* a\nplain\n* b', '<ul>\n<li>a<br>\nplain</li>\n<li>b</li>\n</ul>')
  renders('* a\n  * b\nplain', '<ul>\n<li>a<ul>\n<li>b<br>\nplain</li>\n</ul>\n</li>\n</ul>')
})

test('blank lines between or in items make them paragraphs', () => {
  renders('* a\n\n* b', '<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>')
  renders('* a\n\n  b', '<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ul>')
})

test('a text without indentation after a blank line ends the list', () => {
  renders('* a\n\nb', '<ul>\n<li>a</li>\n</ul>\n<p>b</p>')
})

test('blocks at the start of a line end the list, indented ones are part of the item', () => {
  renders('* a\n# T', '<ul>\n<li>a</li>\n</ul>\n<h1>T</h1>')
  renders('* a\n> q', '<ul>\n<li>a</li>\n</ul>\n<blockquote>\n<p>q</p>\n</blockquote>')
  renders('* a\n  > q', '<ul>\n<li>a<blockquote>\n<p>q</p>\n</blockquote>\n</li>\n</ul>')
  renders(
    '* a\n  ```\n  * x\n    y\n  ```\n* b',
    '<ul>\n<li>a<div class="codehilite"><pre><span></span><code>* x\n  y\n</code></pre></div>\n</li>\n<li>b</li>\n</ul>',
  )
})

test('a rule ends a list, and in an item it is text', () => {
  renders('* a\n* * *\n* b', '<ul>\n<li>a</li>\n</ul>\n<hr>\n<ul>\n<li>b</li>\n</ul>')
  renders('* a\n  ---', '<ul>\n<li>a<br>\n---</li>\n</ul>')
})

test('items may be empty or hold a list at once', () => {
  renders('* \n* b', '<ul>\n<li></li>\n<li>b</li>\n</ul>')
  renders('* 1. a', '<ul>\n<li>\n<ol>\n<li>a</li>\n</ol>\n</li>\n</ul>')
})

test.run()
