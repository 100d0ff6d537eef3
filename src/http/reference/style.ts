// The style of the page at /api/v1/docs, for light and dark, wide and narrow windows.

export const STYLE = `
:root {
  color-scheme: light dark;
  --text: light-dark(#26221f, #ece7e1);
  --quiet: light-dark(#675e56, #b0a79d);
  --ground: light-dark(#faf8f5, #1b1917);
  --raised: light-dark(#fff, #25221f);
  --line: light-dark(#e0dad2, #3d3833);
  --link: light-dark(#a03c12, #f0a37e);
  --get: light-dark(#1d6b3c, #7fd29b);
  --change: light-dark(#7a4a00, #ecc06a);
  --remove: light-dark(#a3241b, #f59a92);
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body {
  margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 76rem;
  font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground);
}
a { color: var(--link) }
a:focus-visible, summary:focus-visible, input:focus-visible, .table:focus-visible {
  outline: 3px solid var(--link); outline-offset: 2px;
}
.skip { position: absolute; left: -99rem }
.skip:focus { left: 1rem }
h1 { margin: 0; font-size: 1.7rem; line-height: 1.2 }
h1 small { font-size: 1rem; font-weight: 400; color: var(--quiet) }
h2 { margin: 2rem 0 .5rem; font-size: 1.3rem }
h3 { display: inline; font-size: 1rem }
header p { margin: .5rem 0 }
label { display: block; font-weight: 600 }
input {
  width: min(28rem, 100%); padding: .55rem .7rem; font: inherit; color: inherit;
  background: var(--raised); border: 1px solid var(--quiet); border-radius: .5rem;
}
output { display: block; min-height: 1.5rem; color: var(--quiet) }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 0; padding: 0; list-style: none }
details { margin: .4rem 0; background: var(--raised); border: 1px solid var(--line); border-radius: .6rem }
summary { padding: .55rem .8rem; cursor: pointer }
details > :not(summary) { margin: .5rem .8rem .8rem }
.route { display: inline-block; margin-right: .5rem }
b { display: inline-block; min-width: 4.2rem; font-size: .85rem; letter-spacing: .03em }
.get { color: var(--get) }
.post, .put, .patch { color: var(--change) }
.delete { color: var(--remove) }
code { font: .92em/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
.table { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: .95rem }
caption { padding-top: .3rem; text-align: left; font-weight: 600 }
th { text-align: left; font-weight: 600; color: var(--quiet) }
th, td { padding: .3rem .6rem .3rem 0; vertical-align: top; border-bottom: 1px solid var(--line) }
td:nth-child(2) { max-width: 22rem }
tbody tr:last-child td { border-bottom: 0 }
[hidden] { display: none !important }
@media (min-width: 62rem) {
  body { display: grid; grid-template-columns: 15rem 1fr; gap: 0 2rem; align-items: start }
  header, .skip { grid-column: 1 / -1 }
  nav { position: sticky; top: 1rem; padding-top: 2.2rem }
  nav ul { display: block }
  nav li { margin: .35rem 0 }
}
@media (max-width: 40rem) {
  thead { position: absolute; left: -99rem }
  tr { display: block; padding: .4rem 0; border-bottom: 1px solid var(--line) }
  td { display: block; max-width: none; padding: 0; border: 0 }
  td:nth-child(2) { max-width: none; color: var(--quiet) }
}
@media print { header p, nav { display: none } }
`
