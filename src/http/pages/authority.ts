// The page that offers the root of this server's own authority, with instructions for each device.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OwnAuthority } from '../../base/certificates.ts'
import { escapeAttribute } from '../../base/escaping.ts'
import { UNKNOWN_URL } from '../../errors/requests.ts'
import { refuse } from '../../errors.ts'
import { SECURITY_HEADERS } from '../answer.ts'
import { READING, requireMethod } from '../methods.ts'
import type { SendPage } from './page.ts'

/** The name of the file decides how devices open it. */
const FILE = 'hearth-authority.crt'

/** The steps on each kind of device; `%` stands for the name of the authority. */
const DEVICES: readonly [device: string, steps: readonly string[]][] = [
  [
    'iPhone and iPad',
    [
      'Open this page in Safari, download the certificate and allow the profile.',
      'Settings › Profile Downloaded › Install.',
      'Settings › General › About › Certificate Trust Settings: switch “%” on.',
    ],
  ],
  [
    'Android',
    [
      'Download the certificate.',
      'Settings › Security › More security settings › Encryption & credentials › Install a certificate › CA certificate. On some devices search the settings for “CA certificate”.',
      'Choose the file. Browsers trust it; some apps accept only authorities of the system.',
    ],
  ],
  [
    'macOS',
    [
      'Download the certificate and open it; Keychain Access adds it to the login keychain.',
      'Open “%” there, unfold Trust, and choose Always Trust.',
    ],
  ],
  [
    'Windows',
    [
      'Download the certificate, open it and choose Install Certificate › Current User.',
      'Place it in the store Trusted Root Certification Authorities.',
    ],
  ],
  [
    'Linux',
    [
      'Debian and Ubuntu: copy the file to /usr/local/share/ca-certificates and run sudo update-ca-certificates. Fedora: sudo trust anchor FILE.',
      'Chromium has a list of its own: Settings › Privacy and security › Security › Manage certificates › Authorities › Import.',
    ],
  ],
  [
    'Firefox',
    [
      'Settings › Privacy & Security › Certificates › View Certificates › Authorities › Import, then trust it for websites.',
    ],
  ],
]

/** GET /local-authority: the instructions; GET /local-authority/hearth-authority.crt: the root. */
export function authorityHandler(authority: OwnAuthority, send: SendPage) {
  const body = describe(authority)
  return (req: IncomingMessage, res: ServerResponse, path: string) => {
    requireMethod(req, res, READING)
    if (path === '') return send(res, { status: 200, title: 'Trust this server', body })
    if (path !== FILE) refuse(UNKNOWN_URL)
    res.writeHead(200, {
      ...SECURITY_HEADERS,
      'Content-Type': 'application/x-x509-ca-cert',
      'Content-Length': authority.der.length,
      'Content-Disposition': `attachment; filename="${FILE}"`,
      'Cache-Control': 'no-store',
    })
    res.end(req.method === 'HEAD' ? undefined : authority.der)
  }
}

function describe({ name, fingerprint, notAfter }: OwnAuthority): string {
  const day = notAfter.toISOString().slice(0, 10)
  const devices = DEVICES.map(([device, steps]) => {
    const items = steps.map((step) => `<li>${escapeAttribute(step.replace('%', name))}</li>`)
    return `<h2>${device}</h2>\n<ol>\n${items.join('\n')}\n</ol>`
  })
  return `<h1>Trust this server</h1>
<p>Browsers warn about this server until they know its authority, “${escapeAttribute(name)}”. It can
vouch for private addresses and local names only, never for a site on the internet, and is good until
${day}.</p>
<p>Before you install it, compare this fingerprint (SHA-256) with the one that the server printed when
it started. If they differ, another machine stands between you and the server: do not go on.</p>
<p><code>${fingerprint}</code></p>
<a class="button" href="/local-authority/${FILE}" download>Download the certificate</a>
${devices.join('\n')}
<p>Then <a href="/">go to the chat</a>; no warning appears. Remove it from a device again when you stop using this server.</p>`
}
