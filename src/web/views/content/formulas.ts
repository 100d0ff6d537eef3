// Formulas need styles and fonts of their own, which load when the first formula is seen.

let loaded = false

/** The page names the address of the styles, for it has the hash of the build in it. */
export function loadFormulaStyles() {
  const address = document.querySelector<HTMLMetaElement>('meta[name="formula-styles"]')?.content
  if (loaded || !address) return
  loaded = true
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  document.head.append(link)
}
