// V8's options while the server starts, and from then on. V8 takes compiled code only with the options it was made
// with: were these given when it starts, it would compile Node's own modules again, which takes a tenth of a start.

import { setFlagsFromString } from 'node:v8'

/** To be called once the compiled code of what the start needs is loaded. */
export function setOptionsOfStart() {
  setLastingOptions()
  // What runs at the start runs once: by the time V8 had optimized it, it is over. Only the pages of the compiler
  // would stay, 6 MB of the executable.
  setFlagsFromString('--no-opt')
  // Most of what is made now stays. In a space of 1 MB garbage is found before it takes more: 7 MB less after the start.
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** To be called when the server has started, and at once by other commands. */
export function setOptionsToStay() {
  setLastingOptions()
  setFlagsFromString('--opt')
  // V8 would wait for 3,000 calls, 10,000 beside Maglev, and until then requests would be slow.
  setFlagsFromString('--invocation-count-for-turbofan=700')
  setFlagsFromString('--semi-space-growth-factor=2')
}

/** Options of the start that stay, and that other commands have too. */
function setLastingOptions() {
  // Of V8's two optimizing compilers one is enough: Maglev's code is slower, and what it needs to make it takes 10 MB.
  setFlagsFromString('--no-maglev')
  // Old garbage is collected when the heap has grown by half; V8 would let it grow to four times its size. Each collection
  // says when the next one comes, so it counts during the start, too.
  setFlagsFromString('--heap-growing-percent=50')
  // V8 makes objects old at once where earlier ones of the same line of code lived long. What serves a request is then
  // garbage that only a full collection frees, with all that it refers to.
  setFlagsFromString('--no-allocation-site-pretenuring')
}
