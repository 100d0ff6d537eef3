import { availableParallelism } from 'node:os'
import { hash, verify } from '../base/argon2.ts'
import {
  codePoints,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_GUESSES,
  PASSWORD_MIN_LENGTH,
} from '../base/limits.ts'
import { refuse } from '../errors.ts'
import { guessesFor } from './password-strength.ts'

/** Each hash takes 19 MiB and tens of milliseconds: a burst of logins must wait, not swamp the machine. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)

let running = 0
const waiting: (() => void)[] = []

/** An argon2id hash, made off the event loop. */
export const hashPassword = (password: string) => inTurn(() => hash(password))

/** Takes as long for a user without a password as for a wrong one, so that neither can be told. */
export const verifyPassword = (hashed: string | null, password: string) =>
  inTurn(async () => (await verify(hashed ?? (await nobodysHash()), password)) && hashed !== null)

let nobody: Promise<string> | undefined
const nobodysHash = () => (nobody ??= hash('no user has this password'))

/**
 * @param known words whoever knows the person tries first: name and address
 * @throws RequestError where the password is too short, too long or too easy to guess
 */
export function checkPasswordStrength(password: string, known: readonly string[] = []) {
  const length = codePoints(password)
  if (length > PASSWORD_MAX_LENGTH) {
    refuse('BAD_REQUEST', `password is too long (limit: ${PASSWORD_MAX_LENGTH} characters)`)
  }
  if (length < PASSWORD_MIN_LENGTH || guessesFor(password, known) < PASSWORD_MIN_GUESSES)
    refuse('BAD_REQUEST', 'The password is too weak.')
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else running++
  try {
    return await work()
  } finally {
    // The place is handed on rather than given back, so that nobody slips in between.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
