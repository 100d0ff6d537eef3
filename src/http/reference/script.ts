// The script of the page at /api/v1/docs: search, and opening the endpoint that a link names.

/** Plain JavaScript for browsers. */
export const SCRIPT = `
const query = document.getElementById('query')
const count = document.getElementById('count')
const endpoints = [...document.querySelectorAll('.endpoint')]
const texts = endpoints.map((endpoint) => endpoint.textContent.toLowerCase())
const routes = endpoints.map((endpoint) => endpoint.querySelector('summary').textContent.toLowerCase())
const parts = [...document.querySelectorAll('#endpoints > section')]

document.getElementById('search').hidden = false

function search() {
  const words = query.value.toLowerCase().split(/\\s+/).filter(Boolean)
  const holds = (text) => words.every((word) => text.includes(word))
  // Where routes and summaries match, parameters are not asked.
  const among = routes.some(holds) ? routes : texts
  let shown = 0
  endpoints.forEach((endpoint, at) => {
    endpoint.hidden = !holds(among[at])
    if (!endpoint.hidden) shown++
  })
  for (const part of parts) part.hidden = !part.querySelector('.endpoint:not([hidden])')
  document.getElementById('introduction').hidden = words.length > 0
  count.value = words.length === 0 ? '' : shown === 1 ? '1 endpoint' : shown + ' endpoints'
}

function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!named) return
  if (named.tagName === 'DETAILS') named.open = true
  named.scrollIntoView()
}

query.addEventListener('input', search)
addEventListener('hashchange', () => {
  query.value = ''
  search()
  openNamed()
})
addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input') || event.ctrlKey || event.metaKey || event.altKey
  if (event.key !== '/' || isTyping) return
  event.preventDefault()
  query.focus()
})
openNamed()
`
