/** Namespaces, and the types of them that code may name. */
const namespaces: Readonly<Record<string, RegExp>> = {
  System:
    /\b(Convert|DateTimeOffset|Environment|Guid|IDisposable|InvalidOperationException|Math|Random|StringComparison|TimeSpan|Uri)\b/,
  'System.Collections.Generic': /\bIEnumerable\b/,
  'System.Diagnostics': /\bStopwatch\b/,
  'System.Globalization': /\bCultureInfo\b/,
  'System.IO': /\b(File|Path)\.\w/,
  'System.Linq': /\.(All|Any|Count|ElementAtOrDefault|Select|SelectMany|ToList|Where|Zip)\(/,
  'System.Net': /\b(CookieContainer|HttpStatusCode)\b/,
  'System.Net.Http': /\bHttp(Client|Method|RequestMessage)\b/,
  'System.Net.Http.Headers': /\b(AuthenticationHeaderValue|MediaTypeHeaderValue)\b/,
  'System.Runtime.CompilerServices': /\bCallerFilePath\b/,
  'System.Text': /\bEncoding\b/,
  'System.Text.Encodings.Web': /\bJavaScriptEncoder\b/,
  'System.Text.Json': /\b(JsonElement|JsonException|JsonSerializer|JsonValueKind)\b/,
  'System.Text.Json.Nodes': /\b(JsonArray|JsonNode|JsonObject|JsonValue)\b/,
  'System.Text.RegularExpressions': /\bRegex\b/,
  'System.Threading': /\bCancellationTokenSource\b/,
  'System.Threading.Tasks': /\bTask\b/,
  Xunit: /\bAssert\b|\[Fact/,
}

/** The namespaces that code needs: of each that it names a type of, outside of texts. */
export function usingsOf(code: string): readonly string[] {
  const bare = code.replace(/@"(?:[^"]|"")*"|"(?:[^"\\\n{]|\\.|\{\{)*"|\/\/.*/g, '""')
  return Object.keys(namespaces).filter(name => namespaces[name]?.test(bare) === true)
}
