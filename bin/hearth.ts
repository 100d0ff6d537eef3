#!/usr/bin/env node
import { runCommand } from '../src/cli/index.ts'

runCommand(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
