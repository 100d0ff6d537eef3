// Decides which destinations may become links, and what their `href` says.

/** Schemes that a link may have; above all not `javascript` and `data`. */
const SCHEMES = new Set(
  `http https ftp file bitcoin geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr
  sip sms smsto ssh tel urn webcal wtai xmpp`.split(/\s+/),
)

const SCHEME = /([a-z][a-z0-9+.-]{0,31}):/iy

const schemeAt = (text: string, at: number): string | undefined => {
  SCHEME.lastIndex = at
  return SCHEME.exec(text)?.[1]?.toLowerCase()
}

/** Whether the scheme of the destination that begins at `at` forbids making it a link. */
export function hasUnsafeScheme(text: string, at: number): boolean {
  const scheme = schemeAt(text, at)
  return scheme !== undefined && !SCHEMES.has(scheme)
}

/**
 * What a link to `destination` may have as its `href`, unescaped; undefined if
 * it must not be a link. Browsers drop control characters before they look at
 * the scheme, so they are dropped here first.
 */
export function safeHref(destination: string, realmUrl: string): string | undefined {
  const url = destination
    .replace(/\p{Cc}/gu, '')
    .trim()
    .replaceAll(' ', '%20')
  if (url === '') return undefined
  const scheme = schemeAt(url, 0)
  if (scheme !== undefined) return SCHEMES.has(scheme) ? withoutRealmUrl(url, realmUrl) : undefined
  if (url.startsWith('//')) return `http:${url}`
  // Browsers read `/\host` as `//host`, which is another website.
  if (url.startsWith('/')) return url.replaceAll('\\', '%5C')
  if (url.startsWith('#')) return url
  return pathOf(url).includes('@') ? `mailto:${url}` : `http://${url}`
}

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] as string

/** Links into this organization are relative, so that they work under whatever address it has. */
function withoutRealmUrl(url: string, realmUrl: string): string {
  if (realmUrl === '' || !url.startsWith(`${realmUrl}/`)) return url
  const path = url.slice(realmUrl.length)
  return path.startsWith('/#') || path.startsWith('/user_uploads/') ? path.slice(1) : url
}

/** The path ID of an upload of this organization that `href` leads to. */
export function uploadPathId(href: string): string | undefined {
  const [, path] = /^\/?user_uploads\/([^?#]+)/.exec(href) ?? []
  if (!path || !/^\d+\//.test(path)) return undefined
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
