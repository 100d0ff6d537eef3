// Forms of pages: labelled fields, and beside each what is wrong with what was entered.

import { escapeAttribute } from '../../base/escaping.ts'
import { RequestError } from '../../errors.ts'

export interface Field {
  name: string
  label: string
  type: 'text' | 'email' | 'password'
  autocomplete: string
  /** The rule, said before anybody breaks it. */
  hint?: string
  /** Filled in already, and not to be changed. */
  fixed?: string
}

/** What is wrong, by the name of the field; what concerns no field is at `form`. */
export type Problems = Readonly<Record<string, string>>

/**
 * @param given what was entered before; passwords are to be entered again
 */
export function formHtml(
  fields: readonly Field[],
  given: Readonly<Record<string, string>>,
  problems: Problems,
  button: string,
): string {
  const changeable = fields.filter(({ fixed }) => fixed === undefined)
  const focus = fields.find(({ name }) => problems[name] !== undefined) ?? changeable[0]
  const alert =
    problems.form && `<p class="alert" role="alert">${escapeAttribute(problems.form)}</p>\n`
  // Browsers would say what is missing in words of their own, one field at a time.
  return `${alert ?? ''}<form method="post" novalidate>
${fields.map((field) => fieldHtml(field, given[field.name] ?? '', problems[field.name], field === focus)).join('\n')}
<button>${escapeAttribute(button)}</button>
</form>`
}

function fieldHtml(field: Field, given: string, problem: string | undefined, isFocus: boolean) {
  const { name, label, type, autocomplete, hint, fixed } = field
  const value = fixed ?? (type === 'password' ? '' : given)
  const described = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean)
  const attributes = [
    `id="${name}" name="${name}" type="${type}" value="${escapeAttribute(value)}"`,
    `autocomplete="${autocomplete}"`,
    fixed === undefined ? 'required' : 'readonly',
    problem && 'aria-invalid="true"',
    described.length > 0 && `aria-describedby="${described.join(' ')}"`,
    isFocus && 'autofocus',
  ]
  const lines = [
    `<div class="field">`,
    `<label for="${name}">${escapeAttribute(label)}</label>`,
    `<input ${attributes.filter(Boolean).join(' ')}>`,
    problem &&
      `<p class="problem" id="${name}-problem" role="alert">${escapeAttribute(problem)}</p>`,
    hint && `<p class="hint" id="${name}-hint">${escapeAttribute(hint)}</p>`,
    `</div>`,
  ]
  return lines.filter(Boolean).join('\n')
}

/**
 * Tries each check, and returns what was refused in the words of a page.
 * @param checks by the names of the fields they are about; they throw RequestErrors
 */
export async function problemsIn(
  checks: Readonly<Record<string, () => unknown>>,
  words: (message: string) => string,
): Promise<Problems> {
  const problems: Record<string, string> = {}
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check()
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const { message, data } = error
      problems[name] = typeof data.explanation === 'string' ? data.explanation : words(message)
    }
  }
  return problems
}
