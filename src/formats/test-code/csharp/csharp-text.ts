import { textLiteral } from '../escaped-text.ts'

/** The words of the language, and names that the code uses for something else. */
export const takenNames = (
  'abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else ' +
  'enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long ' +
  'namespace new null object operator out override params private protected public readonly ref return sbyte sealed short ' +
  'sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual ' +
  'void volatile while add and async await by get global init not or partial record remove required select set value var ' +
  'when where with yield ' +
  'attempt body duration form item request response round text timeout watch ' +
  'Assert AuthenticationHeaderValue ByteArrayContent CancellationTokenSource Convert CookieContainer CultureInfo Dispose ' +
  'DisposeAsync Encoding Enumerable Environment Equals Fact File FormUrlEncodedContent Func GetHashCode GetType Guid HttpClient ' +
  'HttpClientHandler HttpMethod HttpRequestMessage HttpResponseMessage HttpStatusCode IAsyncLifetime IDisposable ' +
  'InitializeAsync InlineData JsonArray JsonElement JsonException JsonNode JsonObject JsonSerializer JsonValueKind Math ' +
  'MediaTypeHeaderValue MemberwiseClone MultipartFormDataContent Path Random Regex RegexOptions Stopwatch String ' +
  'StringComparison StringContent System Task Theory TimeSpan ToString Uri Xunit DateTimeOffset'
).split(' ')

/** A text with as few escapes as a pattern should have. */
export function verbatim(text: string): string {
  return /^[ -~]*$/.test(text) && text.includes('\\') ? `@"${text.replaceAll('"', '""')}"` : textLiteral(text)
}

/** A pattern of a suite, in the syntax of .NET, and whether its classes are those of ECMAScript only by an option. */
export function dotnetPattern(pattern: string): { readonly pattern: string; readonly needsOption: boolean } {
  // Beside the option these are refused, or know ASCII alone: other classes are written out for them.
  const isPlain = !/\(\?<[=!]|\\[pPsS]/.test(pattern)
  const groups: string[] = []
  let inClass = false
  let written = ''
  for (const [token] of pattern.matchAll(/\(\?<[A-Za-z_$][\w$]*>|\\k<[^>]*>|\\[\s\S]|\[\^\]|\[\]|[\s\S]/g)) {
    const named = /^\(\?<(.*)>$/.exec(token)?.[1]
    if (inClass) {
      written += token === '[' ? '\\[' : isPlain ? token : (classes[token]?.inside ?? token)
      inClass = token !== ']'
      continue
    }
    // Groups with names are counted behind all others there.
    if (named !== undefined) written += '('
    else if (token.startsWith('\\k<')) written += `\\${groups.indexOf(token.slice(3, -1)) + 1}`
    else if (token === '[^]') written += '[\\s\\S]'
    else if (token === '[]') written += '(?!)'
    else if (token === '$') written += '\\z'
    else written += isPlain ? token : (classes[token]?.outside ?? token)
    if (token === '(' || named !== undefined) groups.push(named ?? '')
    inClass = token === '['
  }
  return { pattern: written, needsOption: isPlain && /\\[bBdDwWk1-9]/.test(pattern) }
}

const classes: Readonly<Record<string, { readonly inside?: string; readonly outside: string }>> = {
  '\\d': { inside: '0-9', outside: '[0-9]' },
  '\\w': { inside: 'A-Za-z0-9_', outside: '[A-Za-z0-9_]' },
  '\\D': { outside: '[^0-9]' },
  '\\W': { outside: '[^A-Za-z0-9_]' },
}
