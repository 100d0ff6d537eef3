// The table of options in docs/operating.md, as the declarations have it.

import { flagOf, variableOf } from '../src/base/options.ts'
import { serverOptions } from '../src/config.ts'

/** The rows of the table in Markdown. */
export function optionsAsMarkdown(): string {
  const rows = Object.entries(serverOptions).map(([name, option]) => {
    const flag = `\`--${[flagOf(name), option.value].filter(Boolean).join(' ')}\``
    const cells = [
      option.variableOnly ? '' : flag,
      `\`${variableOf(name)}\``,
      option.default === undefined ? option.without : `\`${option.default}\``,
      option.help,
    ]
    return `| ${cells.map((cell) => cell?.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return ['| Flag | Variable | Default | |', '|---|---|---|---|', ...rows].join('\n')
}
