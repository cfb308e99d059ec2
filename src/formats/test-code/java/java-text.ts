import { type Doc, hardline } from '../layout.ts'

/** The words of the language, and names that the code uses for something else. */
export const takenNames = (
  'abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally ' +
  'float for goto if implements import instanceof int interface long native new package private protected public return ' +
  'short static strictfp super switch synchronized this throw throws transient try void volatile while true false null var ' +
  'yield record sealed permits exports module open opens provides requires to transitive uses with when _ ' +
  'clone equals finalize getClass hashCode notify notifyAll toString wait ' +
  'arguments assertAll assertEquals assertFalse assertNotEquals assertNotNull assertNull assertTrue assumeTrue config ' +
  'encoderConfig decoderConfig redirectConfig httpClientConfig entry given ' +
  'attempt body boundary client cookies duration exception form header isNothing length parse part request response same ' +
  'assertJsonEquals assertSame specification started text exists canHold contains number one other value values ' +
  'JSON FOLDER Arguments Base64 BodyHandlers BodyPublisher BodyPublishers Boolean BooleanNode Comparator CookieFilter ' +
  'CookieManager DeserializationFeature DisplayName Double Duration Exception File HttpClient HttpRequest HttpResponse Instant ' +
  'Integer JsonNode JsonProcessingException List Long Map MissingNode Nested Object ObjectMapper Objects Order Override ' +
  'Path Pattern Response RestAssuredConfig Stream String System Test TestInstance Thread URI URLEncoder UUID Math Number'
).split(' ')

/** A text as code: a literal, or a text block where it has several lines. */
export function textCode(text: string): Doc {
  if (isBlock(text)) return textBlock(text)
  return textLiteral(text)
}

/** True where a text is better read in several lines. */
export function isBlock(text: string): boolean {
  return /\n./.test(text) && !text.includes('\r') && text.trim() !== ''
}

/** A text of several lines. */
export function textBlock(text: string): Doc {
  const isEnded = text.endsWith('\n')
  const lines = (isEnded ? text.slice(0, -1) : text).split('\n').map(blockLine)
  const shown = isEnded ? lines : [...lines.slice(0, -1), `${lines.at(-1) ?? ''}\\`]
  return ['"""', hardline, ...shown.flatMap(one => [one, hardline]), '"""']
}

function blockLine(text: string): string {
  return escaped(text)
    .replaceAll('\\"', '"')
    .replaceAll('"""', '\\"\\"\\"')
    .replace(/ $/, '\\s')
    .replace(/^\\t/, '\\t')
}

/** A description as a comment: of a kind that the formatter leaves as it is. */
export function commentOf(text: string, depth: number): Doc {
  const words = text.trim().split(/\s+/)
  const isPlain = /^[\w ,.;:'()?!-]+$/.test(words.join(' '))
  const width = 100 - depth * 2 - 3
  const lines: string[] = []
  for (const word of words.map(one => one.replace(/\\(?=u)/g, '\\ '))) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length + 1 <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  if (!isPlain) return lines.map((one, index) => [index === 0 ? '' : hardline, `// ${one}`])
  const [only = ''] = lines
  if (lines.length === 1 && only.length <= width - 4) return `/** ${only} */`
  return ['/**', ...lines.map(one => [hardline, ` * ${one}`]), hardline, ' */']
}

/** A pattern of a suite, in the syntax of Java; undefined where Java has no such pattern. */
export function javaPattern(pattern: string): string | undefined {
  if (/\(\?<[=!][^)]*[*+]|\\c[^A-Za-z]|\(\?<\w*[_$]|\\k<\w*_/.test(pattern)) return undefined
  let inClass = false
  let written = ''
  for (const [token] of pattern.matchAll(/\\(?:u\{[\da-fA-F]+\}|[\s\S])|\[\^\]|\[\]|[\s\S]/g)) {
    if (token === '[^]' && !inClass) written += '[\\s\\S]'
    else if (token === '[]' && !inClass) written += '(?!)'
    else if (token.startsWith('\\')) written += escapeOf(token, inClass)
    else if (inClass && token === '[') written += '\\['
    else if (inClass && token === '&') written += '\\&'
    else if (!inClass && token === '$') written += '\\z'
    else written += token
    if (token === '[') inClass = true
    if (token === ']') inClass = false
  }
  return written.replace(/\{(?!\d+(?:,\d*)?\})/g, (brace, at: number) =>
    /\\[pPx]$/.test(written.slice(0, at)) || written[at - 1] === '\\' ? brace : '\\{',
  )
}

function escapeOf(token: string, inClass: boolean): string {
  if (token.startsWith('\\u{')) return `\\x${token.slice(2)}`
  if (token === '\\0') return '\\x00'
  if (token === '\\s') return inClass ? '\\s\\x0B\\h\\v' : '[\\s\\h\\v\\x{FEFF}]'
  if (/^\\[a-zA-Z]$/.test(token) && !/^\\[bBdDwWsSnrtfvpPukxc]$/.test(token)) return token.slice(1)
  if (token === '\\v') return '\\x0B'
  return token
}

/** A text as a literal. What does not show, or changes how its neighbours show, is escaped. */
export function textLiteral(text: string): string {
  return `"${escaped(text)}"`
}

/** A text inside of quotes. */
function escaped(text: string): string {
  return text
    .replace(/[\\"]/g, character => `\\${character}`)
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, character =>
      [...Array(character.length).keys()].map(at => unicode(character.charCodeAt(at))).join(''),
    )
}

function unicode(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`
}
