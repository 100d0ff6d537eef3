// What tests of pushes share: a server that may push to this machine, and devices of people.

import { readNetwork } from '../../src/base/networks.ts'
import { type Chat, expectSuccess, type Person } from '../chat.ts'
import { settle } from '../settle.ts'
import { PushReceiver, type PushService } from './push-service.ts'

/** Options of a server that may push to this machine. */
export const LOOPBACK = { outgoingAllow: [readNetwork('127.0.0.0/8')!] }

export const subscribe = (person: Person, parameters: Record<string, unknown>) =>
  person.post('/users/me/push_subscriptions', parameters)

/** Subscribes a browser of a person. */
export async function browserOf(person: Person, service: PushService, path = '/phone') {
  const receiver = new PushReceiver()
  const parameters = { kind: 'web', endpoint: `${service.url}${path}`, ...receiver.keys }
  const { id } = expectSuccess(await subscribe(person, { ...parameters, name: 'Phone' }))
  return { id, receiver }
}

export const listOf = async (person: Person) =>
  expectSuccess(await person.get('/users/me/push_subscriptions')).push_subscriptions

/** Sends a person a message whose push the service refuses with this status. */
export async function tellInVain(chat: Chat, person: Person, service: PushService, status: number) {
  service.statuses.push(status)
  await chat.olga.tell([person], 'hello')
  await service.next()
  await settle(chat)
}

export async function passTime(chat: Chat, isSo: () => boolean) {
  while (!isSo()) {
    chat.clock.advance(35)
    await settle(chat)
  }
}
