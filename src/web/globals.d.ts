// Names and kinds of files that the build knows.

/** True in builds for tests and development: counters that tests read are there. */
declare const __HEARTH_TEST__: boolean

declare module '*.css'

/** The address of the file. */
declare module '*.svg' {
  const url: string
  export default url
}
