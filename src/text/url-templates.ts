// RFC 6570 URL templates of linkifiers and playgrounds: their variables and their expansion.

import { parseTemplate } from 'url-template'

const EXPRESSION = /\{[^{}]*\}/g
const NAME = '(?:\\w|%[0-9A-Fa-f]{2})(?:\\w|\\.|%[0-9A-Fa-f]{2})*'
const VARIABLE = new RegExp(`^(${NAME})(?::[1-9]\\d{0,3}|\\*)?$`)

/** Clients open what a template makes, and these would run as a part of the page. */
const RUNS = /^(?:javascript|vbscript|data):/i

/** The variables of an RFC 6570 template, in order; undefined if the text is not a template. */
export function urlTemplateVariables(template: string): string[] | undefined {
  const literals = template.replace(EXPRESSION, '')
  if (template === '' || RUNS.test(template) || /[{}\p{Cc} "<>\\^`|]/u.test(literals))
    return undefined

  const variables = new Set<string>()
  for (const [expression] of template.matchAll(EXPRESSION)) {
    for (const variable of expression
      .slice(1, -1)
      .replace(/^[+#./;?&]/, '')
      .split(',')) {
      const name = VARIABLE.exec(variable)?.[1]
      if (name === undefined) return undefined
      variables.add(name)
    }
  }
  return [...variables]
}

/** `values` that are null leave their part out. */
export const expandUrlTemplate = (
  template: string,
  values: Record<string, string | null>,
): string => parseTemplate(template).expand(values)
