// Hashes, verifies and judges passwords.

import { availableParallelism } from 'node:os'
import { hash, verify } from '../../base/argon2.ts'
import { Limiter } from '../../base/limiter.ts'
import {
  codePoints,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_GUESSES,
  PASSWORD_MIN_LENGTH,
} from '../../base/limits.ts'
import { TOO_LONG } from '../../errors/parameters.ts'
import { refuse } from '../../errors.ts'
import { guessesFor } from './password-strength.ts'

/** Bounds concurrent hashes: each takes 19 MiB and tens of milliseconds of a processor. */
const hashing = new Limiter(Math.max(1, availableParallelism() - 1))

/** An argon2id hash, made off the event loop. */
export const hashPassword = (password: string) => hashing.run(() => hash(password))

/** Takes the same time for users without a password, so that timing reveals nothing. */
export const verifyPassword = (hashed: string | null, password: string) =>
  hashing.run(
    async () => (await verify(hashed ?? (await nobodysHash()), password)) && hashed !== null,
  )

let nobody: Promise<string> | undefined
const nobodysHash = () => (nobody ??= hash('no user has this password'))

/**
 * Checks the rules for a new password.
 * @param known words about the person that an attacker tries first: name and address
 * @throws RequestError if it is too short, too long or too easy to guess
 */
export function checkPasswordStrength(password: string, known: readonly string[] = []) {
  const length = codePoints(password)
  if (length > PASSWORD_MAX_LENGTH) {
    refuse(TOO_LONG, { name: 'password', limit: PASSWORD_MAX_LENGTH })
  }
  if (length < PASSWORD_MIN_LENGTH || guessesFor(password, known) < PASSWORD_MIN_GUESSES)
    refuse('BAD_REQUEST', 'The password is too weak.')
}
