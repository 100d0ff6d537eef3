// E-mail domains from which people may join.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'

test('an owner lists domains, and everyone hears of each change', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['realm_domains'] })

  const added = expectSuccess(
    await chat.olga.post('/realm/domains', { domain: 'Harbour.Example', allow_subdomains: false }),
  )
  expectSuccess(await chat.olga.patch('/realm/domains/harbour.example', { allow_subdomains: true }))
  assert.equal((await ben.get('/realm/domains')).domains, [
    { domain: 'harbour.example', allow_subdomains: true },
  ])
  expectSuccess(await chat.olga.delete('/realm/domains/harbour.example'))

  assert.equal(added.new_domain, [1, 'harbour.example'])
  const realm_domain = { domain: 'harbour.example', allow_subdomains: false }
  assert.equal(await inbox.read(), [
    { type: 'realm_domains', op: 'add', realm_domain },
    {
      type: 'realm_domains',
      op: 'change',
      realm_domain: { ...realm_domain, allow_subdomains: true },
    },
    { type: 'realm_domains', op: 'remove', domain: 'harbour.example' },
  ])
})

test('only owners change domains', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.post('/realm/domains', { domain: 'a.example', allow_subdomains: false })

  for (const answer of [
    await ben.post('/realm/domains', { domain: 'b.example', allow_subdomains: true }),
    await ben.patch('/realm/domains/a.example', { allow_subdomains: true }),
    await ben.delete('/realm/domains/a.example'),
  ]) {
    assert.is(answer.status, 400)
    assert.is(answer.code, 'UNAUTHORIZED_PRINCIPAL')
    assert.is(answer.msg, 'Must be an organization owner')
  }

  const { domains } = await chat.olga.get('/realm/domains')
  assert.equal(domains, [{ domain: 'a.example', allow_subdomains: false }])
})

const REFUSALS: [parameters: Record<string, unknown>, code: string, msg: string][] = [
  [{ allow_subdomains: true }, 'REQUEST_VARIABLE_MISSING', "Missing 'domain' argument"],
  [{ domain: 'c.example' }, 'REQUEST_VARIABLE_MISSING', "Missing 'allow_subdomains' argument"],
  [{ domain: ' ', allow_subdomains: true }, 'BAD_REQUEST', 'domain cannot be blank'],
  [
    { domain: 'c.example', allow_subdomains: 'True' },
    'BAD_REQUEST',
    'allow_subdomains is not valid JSON',
  ],
  [{ domain: 'no-dot', allow_subdomains: true }, 'BAD_REQUEST', 'Invalid domain: no-dot'],
  [{ domain: '-x.example', allow_subdomains: true }, 'BAD_REQUEST', 'Invalid domain: -x.example'],
  [
    { domain: `${'a'.repeat(64)}.example`, allow_subdomains: true },
    'BAD_REQUEST',
    `Invalid domain: ${'a'.repeat(64)}.example`,
  ],
  [
    { domain: 'A.example', allow_subdomains: true },
    'BAD_REQUEST',
    'The domain a.example is already a part of your organization.',
  ],
]

test('what is no domain is refused and adds none', async () => {
  await using chat = await startChat()
  await chat.olga.post('/realm/domains', { domain: 'a.example', allow_subdomains: false })

  for (const [parameters, code, msg] of REFUSALS) {
    const answer = await chat.olga.post('/realm/domains', parameters)
    assert.is(answer.status, 400, msg)
    assert.is(answer.code, code, msg)
    assert.is(answer.msg, msg)
  }
  for (const answer of [
    await chat.olga.patch('/realm/domains/b.example', { allow_subdomains: true }),
    await chat.olga.delete('/realm/domains/b.example'),
  ]) {
    assert.is(answer.msg, 'No entry found for domain b.example.')
  }

  assert.is((await chat.olga.get('/realm/domains')).domains.length, 1)
})

test.run()
