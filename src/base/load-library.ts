// Loads a library of machine code from its file.

/** @returns what the library exports, as better-sqlite3 takes it for `nativeBinding` */
export function loadLibrary(path: string): object {
  const module = { exports: {} }
  process.dlopen(module, path)
  return module.exports
}
