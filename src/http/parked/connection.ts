// Takes a connection away from node:http while a request waits for its answer, and gives it back.
// Everything that is known here about the inside of node:http is in this file.

import type { Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** What node:http puts on a socket; its declaration does not name it. */
interface ServedSocket extends Socket {
  parser?: { finish?(): unknown } | null
}

/** What a socket of its own listens for, before node:http has it. */
const own = ownListeners(new Socket())

function ownListeners(fresh: Socket) {
  const names = fresh.eventNames() as string[]
  return names.flatMap((name) =>
    fresh.listeners(name).map((listener) => [name, listener as () => void] as const),
  )
}

/**
 * Whether node:http holds nothing of a connection but this one request: no body, no byte of a
 * request after it, no answer that is still to be sent.
 */
export function isAlone({ req, headersSent }: ServerResponse): boolean {
  const socket: ServedSocket = req.socket
  return (
    !headersSent &&
    req.readableEnded &&
    !socket.destroyed &&
    !socket.readableEnded &&
    !socket.isPaused() &&
    socket.readableLength === 0 &&
    socket.writableLength === 0 &&
    isBetweenRequests(socket)
  )
}

/**
 * Whether no part of a further request was read. `finish` says what an end of the connection would
 * mean here: an error in the middle of a request. It changes nothing.
 */
const isBetweenRequests = ({ parser }: ServedSocket): boolean =>
  typeof parser?.finish === 'function' && parser.finish() === undefined

/**
 * Makes node:http drop what it keeps of a connection, as if the client had gone: its parser, the
 * request and the response, 9 kB together. The socket stays open, and nothing reads from it until
 * the caller does. A client that ends its side ends the connection.
 *
 * @param spare a listener for the end of the connection that is not to be called
 */
export function detach(res: ServerResponse, spare: () => void): Socket {
  const { socket } = res.req
  const { stackTraceLimit } = Error
  res.removeAllListeners()
  socket.removeListener('close', spare)
  // node:http makes an error for the request, whose stack took as long as writing the answer.
  Error.stackTraceLimit = 0
  socket.emit('close')
  Error.stackTraceLimit = stackTraceLimit
  res.detachSocket(socket)
  socket.removeAllListeners()
  for (const [name, listener] of own) socket.on(name, listener)
  socket.allowHalfOpen = false
  return socket
}

/** Lets node:http read further requests from a connection, which begin with these bytes. */
export function attach(server: Server, socket: Socket, bytes?: Buffer): void {
  socket.allowHalfOpen = true
  server.emit('connection', socket)
  if (bytes) socket.emit('data', bytes)
  // Bytes that came earlier are still in the socket.
  else socket.resume()
}
