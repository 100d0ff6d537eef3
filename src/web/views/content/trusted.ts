// The one place that makes HTML of text, and names a script to run. Browsers with Trusted Types refuse it anywhere else.

interface Policy {
  createHTML(html: string): string
  createScriptURL(url: string): string
}

const WORKER = '/sw.js'

const policies = (
  globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }
).trustedTypes
const policy = policies?.createPolicy('hearth', {
  createHTML: (html) => html,
  createScriptURL: (url) => {
    if (url !== WORKER) throw new TypeError(`${url} is no script of this client`)
    return url
  },
})

/**
 * What the HTML describes, outside of any document: nothing is loaded and nothing runs until it is
 * put into one. What comes from the server goes through `contentOf` before that.
 */
export function parsed(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = (policy?.createHTML(html) ?? html) as string
  return template.content
}

/** Lets the client start without the server; only secure addresses have service workers. */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER)
}
