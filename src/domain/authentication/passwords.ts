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
import { WEAK_PASSWORD } from '../../errors/users.ts'
import { refuse } from '../../errors.ts'
import { guessesFor, type Weakness, weaknessOf } from './password-strength.ts'

/**
 * Bounds concurrent hashes: each takes 19 MiB and tens of milliseconds of a processor. And commits wait for the
 * disk on the same four threads of Node.
 */
const hashing = new Limiter(Math.min(Math.max(1, availableParallelism() - 1), 2))

/** An argon2id hash, made off the event loop. */
export const hashPassword = (password: string) => hashing.run(() => hash(password))

/** Takes the same time for users without a password, so that timing reveals nothing. */
export const verifyPassword = (hashed: string | null, password: string) =>
  hashing.run(
    async () => (await verify(hashed ?? (await nobodysHash()), password)) && hashed !== null,
  )

let nobody: Promise<string> | undefined
const nobodysHash = () => (nobody ??= hash('no user has this password'))

/** Why a password was refused, for people. It does not repeat the password. */
const EXPLANATIONS: Readonly<Record<Weakness, string>> = {
  personal:
    'It is made of the name, the address or the organization, which others guess first. Add an unrelated word or two.',
  common: 'It is a common password, which others guess first. Add an unrelated word or two.',
  pattern:
    'It is a simple pattern, such as a row of keys or a repetition. Add an unrelated word or two.',
}

/**
 * Checks the rules for a new password.
 * @param known words about the person that an attacker tries first: name and address
 * @throws RequestError if it is too short, too long or too easy to guess; `explanation` says which
 */
export function checkPasswordStrength(password: string, known: readonly string[] = []) {
  const length = codePoints(password)
  if (length > PASSWORD_MAX_LENGTH) {
    refuse(TOO_LONG, { name: 'password', limit: PASSWORD_MAX_LENGTH })
  }
  const explanation = explainWeakness(password, length, known)
  if (explanation !== undefined) refuse(WEAK_PASSWORD, { explanation })
}

function explainWeakness(password: string, length: number, known: readonly string[]) {
  if (length < PASSWORD_MIN_LENGTH) {
    const characters = length === 1 ? '1 character' : `${length} characters`
    return `It has ${characters}, and a password needs at least ${PASSWORD_MIN_LENGTH}.`
  }
  if (guessesFor(password, known) >= PASSWORD_MIN_GUESSES) return undefined
  return EXPLANATIONS[weaknessOf(password, known, PASSWORD_MIN_GUESSES)]
}
