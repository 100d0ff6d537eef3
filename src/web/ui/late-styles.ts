// Styles that most pages do without, with fonts of their own: they load when something needs them.

const loaded = new Set<string>()

/**
 * Loads a style sheet unless that was done.
 * @param name of the `meta` element of the page that has its address, with the hash of the build
 */
export function loadStyles(name: 'formula-styles' | 'emoji-styles') {
  const address = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
  if (loaded.has(name) || !address) return
  loaded.add(name)
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  document.head.append(link)
}
