// hearth routes: lists the endpoints of the API.

import type { Command } from './command.ts'

export const routes: Command = {
  name: 'routes',
  summary: 'list the endpoints of the API, who may call them and where they are declared',
  options: {},

  async run() {
    const { endpoints } = await import('../api/index.ts')
    const rows = endpoints.map(({ method, path, tier, file }) => [method, path, tier, file ?? ''])
    const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
    for (const row of rows) {
      console.log(
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
    }
  },
}
