/**
 * Languages of code blocks: the name that clients and playgrounds know, the
 * highlight.js grammar ('' for none), and what people type. A language that is
 * not here keeps the word as typed and is not coloured.
 */
const LANGUAGES: readonly (readonly [name: string, grammar: string, typed: string])[] = [
  ['Bash', 'bash', 'bash sh shell zsh ksh'],
  ['Bash Session', 'shell', 'console shell-session'],
  ['C', 'c', 'c h'],
  ['C#', 'csharp', 'c# cs csharp'],
  ['C++', 'cpp', 'c++ cpp hpp'],
  ['CMake', 'cmake', 'cmake'],
  ['CSS', 'css', 'css'],
  ['Clojure', 'clojure', 'clojure clj'],
  ['Common Lisp', 'lisp', 'common-lisp cl lisp'],
  ['Dart', 'dart', 'dart'],
  ['Diff', 'diff', 'diff udiff patch'],
  ['Docker', 'dockerfile', 'docker dockerfile'],
  ['Elixir', 'elixir', 'elixir ex exs'],
  ['Elm', 'elm', 'elm'],
  ['Erlang', 'erlang', 'erlang'],
  ['FSharp', 'fsharp', 'fsharp f#'],
  ['Go', 'go', 'go golang'],
  ['GraphQL', 'graphql', 'graphql'],
  ['Groovy', 'groovy', 'groovy'],
  ['HTML', 'xml', 'html'],
  ['HTTP', 'http', 'http'],
  ['Haskell', 'haskell', 'hs haskell'],
  ['INI', 'ini', 'ini cfg'],
  ['JSON', 'json', 'json'],
  ['Java', 'java', 'java'],
  ['JavaScript', 'javascript', 'js javascript'],
  ['Julia', 'julia', 'julia jl'],
  ['Kotlin', 'kotlin', 'kotlin kt'],
  ['LessCss', 'less', 'less'],
  ['Lua', 'lua', 'lua'],
  ['Makefile', 'makefile', 'make makefile mf'],
  ['Markdown', 'markdown', 'md markdown'],
  ['Nginx configuration file', 'nginx', 'nginx'],
  ['Nix', 'nix', 'nix'],
  ['OCaml', 'ocaml', 'ocaml'],
  ['Objective-C', 'objectivec', 'objective-c objectivec objc'],
  ['PHP', 'php', 'php'],
  ['Perl', 'perl', 'perl pl'],
  ['PowerShell', 'powershell', 'ps1 powershell posh pwsh'],
  ['Protocol Buffer', 'protobuf', 'protobuf proto'],
  ['Python', 'python', 'py python py3 python3'],
  ['Ruby', 'ruby', 'rb ruby'],
  ['Rust', 'rust', 'rs rust'],
  ['S', 'r', 'r s splus'],
  ['SCSS', 'scss', 'scss'],
  ['SQL', 'sql', 'sql'],
  ['Scala', 'scala', 'scala'],
  ['Scheme', 'scheme', 'scheme scm'],
  ['Swift', 'swift', 'swift'],
  ['TOML', 'ini', 'toml'],
  ['TeX', 'latex', 'tex latex'],
  ['Text only', '', 'text'],
  ['TypeScript', 'typescript', 'ts typescript'],
  ['VB.net', 'vbnet', 'vb.net vbnet'],
  ['VimL', 'vim', 'vim'],
  ['XML', 'xml', 'xml svg rss xslt'],
  ['YAML', 'yaml', 'yml yaml'],
]

export interface CodeLanguage {
  name: string
  grammar: string
}

const byTypedWord = new Map<string, CodeLanguage>(
  LANGUAGES.flatMap(([name, grammar, typed]) =>
    typed.split(' ').map((word): [string, CodeLanguage] => [word, { name, grammar }]),
  ),
)

/** `typed` in lower case. */
export const codeLanguage = (typed: string): CodeLanguage =>
  byTypedWord.get(typed) ?? { name: typed, grammar: '' }
