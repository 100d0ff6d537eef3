// Connections between two requests. Of an owner with many, only some are read in a turn of the event loop.

import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Turns } from '../base/turns.ts'
import { plainAddress } from './client-address.ts'

/** A browser has six, a program a dozen: those of such owners are always read. */
const FEW = 16

/** So many are read again in the first turn; reading one request takes 25 to 50 µs. */
const FIRST_RELEASED = 32

/** So many are held at once, which takes half a millisecond. */
const MOST_HELD_AT_ONCE = 512

/**
 * Node reads all connections that have something to read before anything else runs: two hundred requests
 * that one owner sends at once took 5 to 12 ms. Once a turn has read for long enough, the idle
 * connections of owners who have many are held: the system keeps what they send, and they are read again
 * some at a time. The owner of a connection is that of its last request, before the first its address.
 */
export class IdleConnections {
  readonly #idle = new Map<string, Set<Socket>>()
  /** The owners of more than a few. */
  readonly #many = new Set<string>()
  readonly #owners = new WeakMap<Socket, string>()
  readonly #held = new Turns<string, Socket>()
  /** Those in `#held` that are still held. */
  readonly #isHeld = new WeakSet<Socket>()
  #released = FIRST_RELEASED
  #isEnding = false

  /** One function for all connections. */
  readonly #whenClosed: (this: Socket) => void

  constructor() {
    const forget = (socket: Socket) => {
      this.leave(socket)
      this.#owners.delete(socket)
    }
    this.#whenClosed = function () {
      forget(this)
    }
  }

  /** The connection waits for a request. @param owner undefined before its first, and where it is not known */
  enter(socket: Socket, owner = plainAddress(socket.remoteAddress ?? '')) {
    if (!this.#owners.has(socket)) socket.on('close', this.#whenClosed)
    this.#owners.set(socket, owner)
    const idle = this.#idle.get(owner) ?? new Set()
    if (idle.size === 0) this.#idle.set(owner, idle)
    idle.add(socket)
    if (idle.size > FEW) this.#many.add(owner)
  }

  /** A request came, or the connection was closed. */
  leave(socket: Socket) {
    this.#isHeld.delete(socket)
    const owner = this.#owners.get(socket)
    if (owner !== undefined) this.#remove(socket, owner)
  }

  #remove(socket: Socket, owner: string) {
    const idle = this.#idle.get(owner)
    idle?.delete(socket)
    if (idle?.size === FEW) this.#many.delete(owner)
    if (idle?.size === 0) this.#idle.delete(owner)
  }

  /** Stops reading from the connections of owners with many. */
  hold() {
    if (this.#isEnding) return
    let left = MOST_HELD_AT_ONCE
    for (const owner of this.#many) {
      for (const socket of this.#idle.get(owner)!) {
        if (left-- === 0) return
        this.#remove(socket, owner)
        socket.pause()
        this.#isHeld.add(socket)
        this.#held.push(owner, socket)
      }
    }
  }

  get areHeld(): boolean {
    return this.#held.length > 0
  }

  /**
   * Reads from some of the held connections again, of all owners in turns: twice as many as before where
   * that was quickly done, for most may have sent nothing.
   */
  release(wasQuick: boolean) {
    this.#released = wasQuick ? 2 * this.#released : FIRST_RELEASED
    for (let count = 0; count < this.#released && this.areHeld; count++) {
      const socket = this.#held.shift()!
      if (!this.#isHeld.delete(socket) || socket.destroyed) continue
      this.enter(socket, this.#owners.get(socket))
      socket.resume()
    }
    if (!this.areHeld) this.#released = FIRST_RELEASED
  }

  /** Holds nothing any more. Resolves when what the held connections had sent is read. */
  async end(): Promise<void> {
    this.#isEnding = true
    while (this.areHeld) this.release(true)
    // Twice: the first may come before Node looks at the connections.
    await setImmediate()
    await setImmediate()
  }
}
