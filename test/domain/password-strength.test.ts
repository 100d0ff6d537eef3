// The estimate of password strength.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { guessesFor, weaknessOf } from '../../src/domain/authentication/password-strength.ts'

const ENOUGH = 10_000
const known = ['olga@harbour.test', 'Olga Petrova']

test('what falls to a few thousand likely guesses is weak', () => {
  const weak = [
    ...['password', 'Password1', 'P@ssw0rd', 'passwort', 'letmein1', 'iloveyou2', 'secret123'],
    ...['123456', '987654321', 'abcdefgh', 'qwerty', 'qwertyuiop', 'asdfgh', 'abc123', '1qaz2wsx'],
    ...['aaaaaaaa', 'abababab', 'abcabcabc', 'sunshine2020', 'summer1999', 'dragon'],
    ...['olga', 'Petrova1', 'olga1985', 'olga@harbour.test', 'harbour'],
  ]
  for (const password of weak) {
    const guesses = guessesFor(password, known)
    assert.ok(guesses < ENOUGH, `${password} takes ${guesses} guesses`)
  }
})

test('what has no pattern, or several words, is strong', () => {
  const strong = [
    'x7Kq2p',
    'correct horse battery',
    'tr0ub4dor&3',
    'wgmzu3kd',
    'Grüße aus Köln',
    '雨が降る夜に',
  ]
  for (const password of strong) {
    const guesses = guessesFor(password, known)
    assert.ok(guesses >= ENOUGH, `${password} takes ${guesses} guesses`)
  }
})

test('what makes a password weak is named', () => {
  const reasons: [password: string, weakness: string][] = [
    ['Petrova1', 'personal'],
    ['olga@harbour.test', 'personal'],
    ['harbour99', 'personal'],
    ['password1', 'common'],
    ['P@ssw0rd', 'common'],
    ['sunshine2020', 'common'],
    ['987654321', 'pattern'],
    ['aaaaaaaa', 'pattern'],
    ['qwertz', 'pattern'],
  ]
  for (const [password, weakness] of reasons)
    assert.is(weaknessOf(password, known, ENOUGH), weakness, password)
})

test.run()
