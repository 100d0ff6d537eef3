// How much a person keeps is summed up from indexes.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { temporaryFolder } from '../child-server.ts'
import { watchedStore } from './watched-store.ts'

const INDEXES = {
  draft: 'draft_size',
  saved_snippet: 'saved_snippet_size',
  scheduled_message: 'scheduled_message_size',
}

for (const [table, index] of Object.entries(INDEXES)) {
  test(`no text of the table ${table} is read to find out how many characters a person keeps`, () => {
    using folder = temporaryFolder()
    const { statements, explain } = watchedStore(folder.path)
    const sums = [...statements].filter((sql) => /sum\(length/.test(sql) && sql.includes(table))
    assert.is(sums.length, 1)
    assert.ok(
      explain(sums[0]!).some((line) => line.includes(`USING COVERING INDEX ${index} `)),
      explain(sums[0]!).join('\n'),
    )
  })
}

test.run()
