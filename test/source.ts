// What the source says of itself: its files and what they import, for tests that hold its order.

import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix, sep } from 'node:path'

export const src = join(dirname(import.meta.dirname), 'src')

/** 'domain/users/users.ts' → 'domain', 'main.ts' → 'main' */
export function layerOf(file: string) {
  return (file.split('/')[0] ?? '').replace(/\.tsx?$/, '')
}

/** All programs below src, by their paths from there. */
export function sourceFiles() {
  return globSync('**/*.{ts,tsx}', { cwd: src }).map((file) => file.replaceAll(sep, '/'))
}

/** Every import of a file: `target` is a file below src, or the name of a package. */
export function readImports() {
  const statement =
    /^(?:import|export(?=\s+(?:type\s+)?[{*]))\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
  const expression = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g
  return sourceFiles().flatMap((file) => {
    const source = readFileSync(join(src, file), 'utf8')
    const found = [
      ...[...source.matchAll(statement)].map(([, type, name]) => ({ name, typeOnly: !!type })),
      ...[...source.matchAll(expression)].map(([, name]) => ({ name, typeOnly: false })),
    ]
    return found.map(({ name = '', typeOnly }) => {
      const target = name.startsWith('.') ? posix.join(posix.dirname(file), name) : name
      return { file, target, typeOnly }
    })
  })
}
