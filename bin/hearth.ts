#!/usr/bin/env node
// The entry of the executable: runs a command, or is the process that decodes images.

import { runCommand } from '../src/cli/index.ts'
import { CODEC_COMMAND } from '../src/images/conversion.ts'

const args = process.argv.slice(2)
if (args[0] === CODEC_COMMAND && process.connected) {
  import('../src/images/codec-process.ts').then(({ serveImages }) => serveImages())
} else {
  runCommand(args).then((code) => {
    process.exitCode = code
  })
}
