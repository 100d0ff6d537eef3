// The HTML of the page at /api/v1/docs: all endpoints to browse and search, in one file.

import { createHash } from 'node:crypto'
import { INTRODUCTION, REFUSALS } from '../../api/core/introduction.ts'
import type { Area, Entry, Item } from '../../api/core/reference.ts'
import { escapeAttribute } from '../../base/escaping.ts'
import { SCRIPT } from './script.ts'
import { STYLE } from './style.ts'

/** The page, which names no other file. */
export const referencePage = (areas: readonly Area[], version: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API of Hearth</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#endpoints">Skip to the endpoints</a>
<header>
<h1>API of Hearth <small>${escapeAttribute(version)}</small></h1>
<p>For programs: <a href="openapi.json">openapi.json</a></p>
<p id="search" hidden>
<label for="query">Search endpoints</label>
<input id="query" type="search" autocomplete="off" spellcheck="false" placeholder="message, PATCH, stream_id …">
<output id="count" for="query"></output>
</p>
</header>
<nav aria-label="Parts"><ul>
<li><a href="#introduction">What all endpoints share</a></li>
${areas.map(({ name, title }) => `<li><a href="#${name}">${escapeAttribute(title)}</a></li>`).join('\n')}
</ul></nav>
<main>
<section id="introduction">
<h2>What all endpoints share</h2>
${INTRODUCTION.map(chapter).join('\n')}
</section>
<div id="endpoints">
${areas.map(areaSection).join('\n')}
</div>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`

/** What the page may load and run: its own style and script, nothing else. */
export const CONTENT_POLICY = [
  "default-src 'none'",
  `style-src ${hashSource(STYLE)}`,
  `script-src ${hashSource(SCRIPT)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

const chapter = ({ title, paragraphs }: (typeof INTRODUCTION)[number]) => `<details>
<summary><h3>${escapeAttribute(title)}</h3></summary>
${paragraphs.map((text) => `<p>${withCode(text)}</p>`).join('\n')}
${title === 'Refusals' ? refusalTable() : ''}</details>`

/** Text with `code` in backticks. */
const withCode = (text: string) =>
  escapeAttribute(text).replace(/`([^`]+)`/g, (_, code: string) => `<code>${code}</code>`)

const refusalTable = () =>
  htmlTable(
    ['Status', 'Code', 'Meaning', 'Further fields'],
    REFUSALS.map(({ status, code, meaning, fields }) => [
      String(status),
      `<code>${code}</code>`,
      escapeAttribute(meaning),
      fields.map((name) => `<code>${escapeAttribute(name)}</code>`).join(', '),
    ]),
  )

const areaSection = ({ name, title, entries }: Area) => `<section id="${name}">
<h2>${escapeAttribute(title)}</h2>
${entries.map(entryDetails).join('\n')}
</section>`

function entryDetails(entry: Entry): string {
  const { method, path, anchor, summary, admitted, parameters, answer, refusals } = entry
  return `<details class="endpoint" id="${anchor}">
<summary><span class="route"><b class="${method.toLowerCase()}">${method}</b> <code>${breakable(path)}</code></span> <span>${escapeAttribute(summary)}</span></summary>
<p>${escapeAttribute(admitted)} <a href="#${anchor}">Link</a></p>
${itemTable('Parameters', parameters, true)}${itemTable('Answer', answer, false)}${
  refusals.length > 0 ? `<p>Refusals: ${refusals.map(refusalName).join(', ')}</p>\n` : ''
}</details>`
}

const refusalName = (name: string) => {
  const { code, status } = REFUSALS.find((refusal) => refusal.name === name)!
  return `<code>${status} ${code}</code>`
}

/** Long paths may break after a slash or an underscore. */
const breakable = (path: string) => escapeAttribute(path).replace(/[/_]/g, '$&<wbr>')

function itemTable(caption: string, items: readonly Item[], saysRequired: boolean): string {
  if (items.length === 0) return ''
  const rows = items.map(({ name, type, isRequired, text }) => [
    `<code>${breakable(name)}</code>`,
    escapeAttribute(type),
    `${saysRequired && isRequired ? '<strong>Required.</strong> ' : ''}${escapeAttribute(text)}`,
  ])
  return htmlTable(['Name', 'Type', 'Meaning'], rows, caption)
}

const htmlTable = (heads: readonly string[], rows: readonly string[][], caption = '') =>
  `<div class="table" tabindex="0" role="region" aria-label="${caption || 'Refusals'}"><table>
${caption && `<caption>${caption}</caption>\n`}<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}</tr>`).join('\n')}
</tbody></table></div>
`
