// What needs the large libraries for certificates: a bundle of its own in the executable.

export { serveAcme } from './acme-process.ts'
export { makeAuthority, makeStandIn, signServer } from './authority.ts'
