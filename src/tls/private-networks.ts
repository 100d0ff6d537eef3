// The addresses that an authority of this server's own may vouch for.

/** Networks that no one on the internet can have an address in. */
export const PRIVATE_NETWORKS = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  // Carriers and private networks over the internet use it behind their routers.
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]
