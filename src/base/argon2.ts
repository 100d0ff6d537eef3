// The argon2 library, from the executable or from its package. It is loaded when the first password
// is hashed, so that it does not lengthen every start.

import { createRequire } from 'node:module'
import { nativeLibrary } from './assets.ts'

type Library = Pick<typeof import('@node-rs/argon2'), 'hash' | 'verify'>

let loaded: Library | undefined

function library(): Library {
  // The package's own loader looks for files beside itself, so it must not be bundled.
  loaded ??=
    nativeLibrary<Library>('argon2') ??
    (createRequire(import.meta.url)('@node-rs/argon2') as Library)
  return loaded
}

/** The PHC string of an argon2id hash with a fresh salt. Runs outside the event loop. */
export const hash: Library['hash'] = (...args) => library().hash(...args)

/** Whether the password is the one hashed. Rejects when the first argument is not a PHC string. */
export const verify: Library['verify'] = (...args) => library().verify(...args)
