// Calls the addresses at which people are pushed to: over https anywhere, over http in the networks
// that the operator allows.

import { NotCalled } from './call-failed.ts'
import type { Caller, HttpAnswer, HttpCall } from './caller.ts'

export class PushCaller {
  readonly #caller: Caller
  /** Calls the networks that the operator allows; undefined if no network is allowed. */
  readonly #plainCaller: Caller | undefined

  constructor(caller: Caller, plainCaller: Caller | undefined) {
    this.#caller = caller
    this.#plainCaller = plainCaller
  }

  /** Whether the text of an address allows a call; its name is resolved later. */
  takes(url: string): boolean {
    const { protocol, username, password } = URL.parse(url) ?? {}
    if (username || password) return false
    return protocol === 'https:' || (protocol === 'http:' && this.#plainCaller !== undefined)
  }

  /** @throws CallFailed */
  async call(request: HttpCall): Promise<HttpAnswer> {
    if (!this.takes(request.url)) throw new NotCalled('its address must begin with https://')
    const isPlain = URL.parse(request.url)?.protocol === 'http:'
    return (isPlain ? this.#plainCaller! : this.#caller).call(request)
  }

  stop() {
    this.#caller.stop()
    this.#plainCaller?.stop()
  }
}
