#!/usr/bin/env node
// The entry of the executable: runs a command, or is the process that decodes images or orders a
// certificate.

import { runCommand } from '../src/cli/index.ts'
import { CODEC_COMMAND } from '../src/images/conversion.ts'
import { ACME_COMMAND } from '../src/tls/acme-order.ts'

const args = process.argv.slice(2)
if (args[0] === CODEC_COMMAND && process.connected) {
  void import('../src/images/codec-process.ts').then(({ serveImages }) => serveImages())
} else if (args[0] === ACME_COMMAND && process.connected) {
  void import('../src/tls/libraries.ts')
    .then(({ loadLibraries }) => loadLibraries())
    .then(({ serveAcme }) => serveAcme())
} else {
  void runCommand(args).then((code) => {
    process.exitCode = code
  })
}
