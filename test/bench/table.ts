// The table of results: rows, goals, printing.

/** What a figure has to reach, and what it would be good to reach. */
export interface Goal {
  atLeast: number
  aim: number
  /** Times and sizes; ratios to the bare limit are better when larger. */
  smallerIsBetter?: true
}

/** One line of the table. */
export interface Row {
  work: string
  hearth?: string
  bare?: string
  p50?: string
  p99?: string
  /** Compared with the goal: a ratio, or a time or size in the unit of the goal. */
  figure?: number
  unit?: 'ms' | 'MB' | 'KB' | '×' | ''
  goal?: Goal
  /** Why there is no figure. */
  remark?: string
}

/** A part of the benchmark: it may take a while, and gives its rows when it is done. */
export type Measure = () => Promise<Row[]>

export const notAvailable = (work: string, reason = 'not available'): Row => ({
  work,
  remark: reason,
})

const HEADINGS = ['work', 'Hearth', 'bare', 'p50', 'p99', 'figure', 'at least', 'aim', '']

export function printTable(rows: readonly Row[]) {
  const cells = [HEADINGS, ...rows.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  for (const [index, row] of cells.entries()) {
    const line = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!),
    )
    console.log(line.join('  ').trimEnd())
    if (index === 0) console.log('-'.repeat(line.join('  ').length))
  }
}

function cellsOf(row: Row): string[] {
  const { work, hearth = '', bare = '', p50 = '', p99 = '', figure, unit, goal, remark } = row
  if (remark !== undefined) return [work, remark, '', '', '', '', '', '', '']
  return [
    work,
    hearth,
    bare,
    p50,
    p99,
    figure === undefined ? '' : write(figure, unit),
    goal ? `${goal.smallerIsBetter ? '≤' : '≥'} ${goal.atLeast}` : '',
    goal ? `${goal.aim}` : '',
    figure === undefined || !goal ? '' : judge(figure, goal),
  ]
}

function write(figure: number, unit: Row['unit']): string {
  if (unit === undefined) return figure.toFixed(2)
  if (unit === '') return String(figure)
  return unit === '×' ? `${figure.toFixed(2)}×` : `${figure.toFixed(figure < 10 ? 1 : 0)} ${unit}`
}

function judge(figure: number, { atLeast, aim, smallerIsBetter }: Goal): string {
  const reaches = (bound: number) => (smallerIsBetter ? figure <= bound : figure >= bound)
  if (reaches(aim)) return 'aim'
  return reaches(atLeast) ? 'enough' : 'SHORT'
}

export const perSecond = (count: number) => `${Math.round(count).toLocaleString('en')}/s`

export const milliseconds = (ms: number) => `${ms.toFixed(ms < 10 ? 2 : 0)} ms`

/** The value below which `share` of the values lie; of an empty list, not a number. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]) => quantile(values, 0.5)
