// The languages of code blocks by the names that people type.

/*
 * The languages of code blocks by the words that people type. Clients and playgrounds know a language by the name that Pygments gives
 * it, and people type any of the short words that Pygments takes for it: code-language-names.json
 * has both, from the list of its lexers (version 2.20). A word that is not there is kept as typed.
 */
import names from './code-language-names.json' with { type: 'json' }

/** Words beside those of Pygments. */
const MORE_WORDS: Record<string, string> = {
  h: 'C',
  hpp: 'C++',
  patch: 'Diff',
  fsharp: 'F#',
  kt: 'Kotlin',
  svg: 'XML',
  rss: 'XML',
  yml: 'YAML',
}

/** The highlight.js grammar that colours a language; the others are not coloured. */
const GRAMMARS: Record<string, string> = {
  Bash: 'bash',
  'Bash Session': 'shell',
  C: 'c',
  'C#': 'csharp',
  'C++': 'cpp',
  CMake: 'cmake',
  CSS: 'css',
  Clojure: 'clojure',
  'Common Lisp': 'lisp',
  Dart: 'dart',
  Diff: 'diff',
  Docker: 'dockerfile',
  Elixir: 'elixir',
  Elm: 'elm',
  Erlang: 'erlang',
  'F#': 'fsharp',
  Go: 'go',
  GraphQL: 'graphql',
  Groovy: 'groovy',
  HTML: 'xml',
  HTTP: 'http',
  Haskell: 'haskell',
  INI: 'ini',
  JSON: 'json',
  Java: 'java',
  JavaScript: 'javascript',
  Julia: 'julia',
  Kotlin: 'kotlin',
  LessCss: 'less',
  Lua: 'lua',
  Makefile: 'makefile',
  Markdown: 'markdown',
  'Nginx configuration file': 'nginx',
  Nix: 'nix',
  OCaml: 'ocaml',
  'Objective-C': 'objectivec',
  PHP: 'php',
  Perl: 'perl',
  PowerShell: 'powershell',
  'Protocol Buffer': 'protobuf',
  Python: 'python',
  'Python 2.x': 'python',
  Ruby: 'ruby',
  Rust: 'rust',
  S: 'r',
  SCSS: 'scss',
  SQL: 'sql',
  Scala: 'scala',
  Scheme: 'scheme',
  Swift: 'swift',
  TOML: 'ini',
  TeX: 'latex',
  TypeScript: 'typescript',
  'VB.net': 'vbnet',
  VimL: 'vim',
  XML: 'xml',
  XSLT: 'xml',
  YAML: 'yaml',
}

export interface CodeLanguage {
  name: string
  /** Name of the highlight.js grammar; '' if the language is not coloured. */
  grammar: string
}

const nameByWord = new Map<string, string>([
  ...Object.entries(names).flatMap(([name, words]) =>
    words.split(' ').map((word): [string, string] => [word, name]),
  ),
  ...Object.entries(MORE_WORDS),
])

/** `typed` in lower case. */
export function codeLanguage(typed: string): CodeLanguage {
  const name = nameByWord.get(typed)
  return name === undefined ? { name: typed, grammar: '' } : { name, grammar: GRAMMARS[name] ?? '' }
}
