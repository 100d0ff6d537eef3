// Shorthands for expectations about rendering.

import * as assert from 'uvu/assert'
import type { RenderOptions } from '../../src/text/markdown/options.ts'
import { assertContract } from './contract.ts'
import { html } from './organization.ts'
import { assertSafe } from './safety.ts'

/** `source` gives exactly `expected`, which clients can parse. */
export function renders(source: string, expected: string, options?: Partial<RenderOptions>): void {
  const actual = html(source, options)
  assert.is(actual, expected, JSON.stringify(source))
  assertContract(actual)
  assertSafe(actual)
}

/** The same for sources of one paragraph. */
export const rendersInline = (
  source: string,
  expected: string,
  options?: Partial<RenderOptions>,
): void => renders(source, `<p>${expected}</p>`, options)

/** `source` is shown as it is typed. */
export const staysText = (source: string, options?: Partial<RenderOptions>): void =>
  rendersInline(
    source,
    source.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    options,
  )
