// Opens the certificates of a server by the way that its options chose.

import { join } from 'node:path'
import type { Certificates } from '../base/certificates.ts'
import type { TlsSource } from '../base/tls-options.ts'
import type { TlsSite } from './site.ts'

/**
 * Reads or makes the certificate; undefined without TLS. Its libraries are large, so each way is
 * loaded only with its option.
 * @throws StartError with one line that says what is wrong
 */
export async function certificatesFor(
  source: TlsSource | undefined,
  site: TlsSite,
): Promise<Certificates | undefined> {
  const folder = join(site.data, 'tls')
  switch (source?.kind) {
    case 'files':
      return (await import('./files.ts')).fileCertificates(source, site)
    case 'local':
      return (await import('./local.ts')).localCertificates(folder, site)
    case 'acme':
      return (await import('./acme.ts')).acmeCertificates(folder, source, site)
    case undefined:
      return undefined
  }
}
