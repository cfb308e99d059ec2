/** Packages of the library by what code calls them. */
const packages: Readonly<Record<string, string>> = {
  bytes: 'bytes',
  cmp: 'cmp',
  cookiejar: 'net/http/cookiejar',
  errors: 'errors',
  fmt: 'fmt',
  http: 'net/http',
  io: 'io',
  json: 'encoding/json',
  maps: 'maps',
  math: 'math',
  mime: 'mime',
  multipart: 'mime/multipart',
  os: 'os',
  path: 'path',
  rand: 'math/rand/v2',
  reflect: 'reflect',
  regexp: 'regexp',
  slices: 'slices',
  strconv: 'strconv',
  strings: 'strings',
  testing: 'testing',
  textproto: 'net/textproto',
  time: 'time',
  tls: 'crypto/tls',
  url: 'net/url',
  utf8: 'unicode/utf8',
}

/** The imports of the code. No variable is called as a package is, so that a name with a dot behind it is one. */
export function importLines(code: string): readonly string[] {
  const bare = code.replace(/"(?:\\.|[^"\\\n])*"|`[^`]*`|\/\/.*/g, '""')
  return Object.entries(packages)
    .filter(([name]) => new RegExp(`(?<![\\w.])${name}\\.(?=[A-Z])`).test(bare))
    .map(([, file]) => file)
    .toSorted()
}

/** A file of Go. */
export function fileCode(name: string, imports: readonly string[], parts: readonly string[]): string {
  const lines = imports.map(file => `\t"${file}"`)
  return `${[`package ${name}`, `import (\n${lines.join('\n')}\n)`, ...parts].join('\n\n')}\n`
}
