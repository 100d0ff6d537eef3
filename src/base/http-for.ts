// Which module of Node asks a web address.

import * as http from 'node:http'

/** Loads https for the first address that needs it: with all that belongs to TLS it takes 5 MB. */
export const httpFor = ({ protocol }: URL) =>
  protocol === 'https:' ? process.getBuiltinModule('node:https') : http
