// Which addresses the server calls.

import { networkInterfaces } from 'node:os'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readNetwork } from '../../src/base/networks.ts'
import { callableAddresses } from '../../src/outgoing-http/addresses.ts'

const mayCall = callableAddresses([])

test('public addresses may be called', () => {
  for (const address of ['8.8.8.8', '93.184.216.34', '172.15.0.1', '172.32.0.1', '2606:4700::1111'])
    assert.ok(mayCall(address), address)
})

test('addresses of this host, of private networks and of no single machine may not', () => {
  const refused = `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.0.9 169.254.169.254 172.16.0.1
    172.31.255.255 192.0.0.192 192.168.1.1 198.18.0.1 203.0.113.9 224.0.0.1 239.1.1.1 240.0.0.1
    255.255.255.255 168.63.129.16 :: ::1 fe80::1 fc00::1 fd00:ec2::254 ff02::1 2001:db8::1 2002:a00:1::
    64:ff9b::a00:1 2001::1 100::1 fec0::1`
  for (const address of refused.split(/\s+/)) assert.not.ok(mayCall(address), address)
})

test('IPv4 addresses in the clothes of IPv6 may not, whatever they are', () => {
  for (const address of ['::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '::ffff:8.8.8.8'])
    assert.not.ok(mayCall(address), address)
})

test('what is no address may not', () => {
  for (const text of ['', 'localhost', '127.1', '8.8.8.8.', 'fe80::1%lo'])
    assert.not.ok(mayCall(text), text)
})

test('no address of this machine may be called', () => {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  assert.ok(own.length > 0)
  for (const { address } of own) assert.not.ok(mayCall(address), address)
})

test('networks that an administrator allows may be called all the same, and no others', () => {
  const mayCallThese = callableAddresses([readNetwork('192.168.1.0/24')!, readNetwork('fd00::5')!])
  assert.ok(mayCallThese('192.168.1.77'))
  assert.ok(mayCallThese('fd00::5'))
  assert.ok(mayCallThese('8.8.8.8'))
  assert.not.ok(mayCallThese('192.168.2.1'))
  assert.not.ok(mayCallThese('fd00::6'))
})

test('a network is an address with or without a number of bits', () => {
  assert.equal(readNetwork('10.0.0.0/8'), { address: '10.0.0.0', prefix: 8, family: 'ipv4' })
  assert.equal(readNetwork('::1'), { address: '::1', prefix: 128, family: 'ipv6' })
  for (const text of ['', '10.0.0.0/33', '::/129', 'example.org', '10.0.0/8', '10.0.0.1/', '/8'])
    assert.is(readNetwork(text), undefined, text)
})

test.run()
