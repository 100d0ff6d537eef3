// Patterns come from administrators, so they run in RE2, whose time is linear in the text. It
// has no look-around: the boundaries of a match are part of the compiled pattern,
// and one boundary character may end a match and begin the next. Newlines around the text stand
// for its start and its end.

import { re2 } from './lazy.ts'
import type { CompiledLinkifier, LinkifierMatch } from './markdown/lookup.ts'
import { expandUrlTemplate, urlTemplateVariables } from './url-templates.ts'

const BEFORE = `[\\s\\pZ\\x{85}'"(,:<]`
const AFTER = '[^\\pL\\pN]'

const PATTERN_GROUP = 'whole_match'

/*
 * One search is linear, but each match starts another, and a pattern like `a.*b|a`
 * makes each read to the end. So searches see a window, and their number is bounded.
 */
const WINDOW = 400
const MAX_MATCH_LENGTH = 200
const MAX_MATCHES = 200

/** Instructions of the compiled pattern: its time per character. */
const MAX_PROGRAM = 5000

export interface LinkifierSource {
  /** RE2 syntax with named groups. */
  pattern: string
  /** RFC 6570; its variables are the groups. */
  urlTemplate: string
}

/** What is wrong with the pattern or the URL template, as the error people read; undefined if nothing. */
export function linkifierProblem({ pattern, urlTemplate }: LinkifierSource): string | undefined {
  let groups: string[]
  try {
    const compiled = re2().RE2JS.compile(pattern)
    groups = Object.keys(compiled.namedGroups())
    if (compiled.programSize() > MAX_PROGRAM) return 'Bad regular expression: too large'
    compile(pattern)
  } catch (error) {
    return `Bad regular expression: ${error instanceof Error ? error.message : error}`
  }
  const variables = urlTemplateVariables(urlTemplate)
  if (!variables) return 'Invalid URL template.'
  const unknown = variables.find((name) => !groups.includes(name))
  if (unknown) return `The URL template uses '${unknown}', which is no group of the pattern.`
  const unused = groups.find((name) => !variables.includes(name))
  if (unused) return `The URL template does not use the group '${unused}' of the pattern.`
  return undefined
}

/** `source` must have no problem. */
export function compileLinkifier({ pattern, urlTemplate }: LinkifierSource): CompiledLinkifier {
  const compiled = compile(pattern)
  return {
    matches(text) {
      const padded = `\n${text}\n`
      const matches: LinkifierMatch[] = []
      let from = 0
      while (from < padded.length - 1 && matches.length < MAX_MATCHES) {
        const matcher = compiled.matcher(padded.slice(from, from + WINDOW))
        if (!matcher.find()) {
          from += WINDOW - MAX_MATCH_LENGTH
          continue
        }
        const start = from + matcher.start(PATTERN_GROUP)
        const end = from + matcher.end(PATTERN_GROUP)
        const url = expandUrlTemplate(urlTemplate, matcher.getNamedGroups())
        if (end > start) matches.push({ start: start - 1, end: end - 1, url })
        from = Math.max(end, from + matcher.start() + 1)
      }
      return matches
    },
  }
}

const compile = (pattern: string) =>
  re2().RE2JS.compile(`${BEFORE}(?P<${PATTERN_GROUP}>${pattern})${AFTER}`)
