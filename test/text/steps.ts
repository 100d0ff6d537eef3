// Counts the steps of string work, which unlike time can be tested.

import { type Profiler, Session } from 'node:inspector'

/*
 * How much work a call does, without a clock: the blocks of JavaScript that V8
 * says were entered, and the characters that its own string functions and regular
 * expressions went over. V8 counts only in code compiled after it was asked to, so
 * this module is imported before the code that it is to measure.
 */

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

const takeCoverage = (): Profiler.ScriptCoverage[] => {
  let taken: Profiler.ScriptCoverage[] = []
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error
    taken = result
  })
  return taken
}

export function countSteps(work: () => void): number {
  // Taking the counts starts them anew.
  takeCoverage()
  const natives = countNatives()
  try {
    work()
  } finally {
    natives.stop()
  }
  const blocks = takeCoverage().filter(isOurs).map(entriesOf)
  return blocks.reduce((sum, count) => sum + count, natives.characters())
}

const isOurs = ({ url }: Profiler.ScriptCoverage): boolean => /\/(?:src|node_modules)\//.test(url)

const entriesOf = ({ functions }: Profiler.ScriptCoverage): number =>
  functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0)

type Method = (this: unknown, ...args: unknown[]) => unknown
type Methods = Record<string, Method>

/** String methods that go over all of the text. */
const WHOLE = ['split', 'replace', 'replaceAll', 'trim', 'trimEnd', 'toLowerCase', 'toWellFormed']

/** Those that stop where they find something. */
const SEARCHES = ['indexOf', 'includes']

function countNatives() {
  let characters = 0
  const restore: (() => void)[] = []
  const wrap = (
    methods: Methods,
    name: string,
    cost: (self: unknown, result: unknown, args: unknown[], from: number) => number,
  ) => {
    const original = methods[name] as Method
    methods[name] = function (...args) {
      const from = this instanceof RegExp ? this.lastIndex : 0
      const result = original.apply(this, args)
      characters += cost(this, result, args, from)
      return result
    }
    restore.push(() => {
      methods[name] = original
    })
  }

  const text = String.prototype as unknown as Methods
  for (const name of WHOLE) wrap(text, name, (self) => String(self).length)
  for (const name of SEARCHES) {
    wrap(text, name, (self, result, [, from = 0]) =>
      typeof result === 'number' && result >= 0
        ? result - Number(from)
        : String(self).length - Number(from),
    )
  }
  wrap(RegExp.prototype as unknown as Methods, 'exec', (self, result, [input], from) => {
    const { sticky, global, lastIndex } = self as RegExp
    const start = sticky || global ? from : 0
    if (result) return (sticky || global ? lastIndex : (result as RegExpExecArray).index) - start
    return sticky ? 1 : String(input).length - start
  })
  return {
    characters: () => characters,
    stop: () => {
      for (const undo of restore) undo()
    },
  }
}
