// The version of this program, for --version and for clients.

import { readAsset } from './assets.ts'

/** The version of this program, from package.json. */
export const version = (): string => JSON.parse(readAsset('package.json')).version
