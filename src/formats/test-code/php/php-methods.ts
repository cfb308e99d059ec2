/** Part that the method which sends requests has to see to. */
export type ResponsePart = 'headers' | 'cookies' | 'duration' | 'encoded URLs' | 'no cookies'

/** Private methods that a class of tests has where it needs them, in the order in which they stand. */
const methods = {
  env: `/** A variable of the environment. */
private static function env(string $name): string
{
    $value = getenv($name);
    self::assertIsString($value, "Set the environment variable $name.");

    return $value;
}`,
  uuid: `private static function uuid(): string
{
    $bytes = random_bytes(16);
    $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
    $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);

    return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
}`,
  decode: `/** Reads JSON, so that 10 and 10.0 are the same; integers that not every reader keeps are texts. */
private static function decode(string $json): mixed
{
    $plain = function (mixed $value) use (&$plain): mixed {
        return match (true) {
            is_array($value) => array_map($plain, $value),
            is_object($value) => (object) array_map($plain, (array) $value),
            is_int($value) && abs($value) >= 2 ** 53, $value === INF, $value === -INF => (string) $value,
            is_float($value) && floor($value) === $value && abs($value) < 2 ** 53 => (int) $value,
            default => $value,
        };
    };

    return $plain(json_decode($json, false, 512, JSON_BIGINT_AS_STRING));
}`,
  find: `/** What is at the end of a path, if anything is; all that is there where it has conditions or [*] in it. */
private static function find(mixed $value, string|int|Closure ...$path): array
{
    $found = [$value];
    foreach ($path as $step) {
        $found = array_merge(...array_map(fn (mixed $one): array => match (true) {
            is_int($step) => is_array($one) && $step >= -count($one) ? array_slice($one, $step, 1) : [],
            !is_array($one) && !is_object($one) => [],
            $step === '[*]' => array_values((array) $one),
            $step instanceof Closure => array_values(array_filter((array) $one, $step)),
            default => is_object($one) ? array_values(array_intersect_key((array) $one, [$step => 0])) : [],
        }, $found));
    }

    return $found;
}`,
  valueAt: `/** What must be at the end of a path. */
private static function valueAt(mixed $value, string|int ...$path): mixed
{
    $found = self::find($value, ...$path);
    self::assertNotEmpty($found, 'There is nothing at ' . implode(', ', $path) . '.');

    return $found[0];
}`,
  cookiesOf: `/** The cookies that an answer sets, with their attributes; several of one name are a list. */
private static function cookiesOf(array $lines): object
{
    $cookies = [];
    foreach ($lines as $line) {
        $pair = fn (string $part): array => array_map(trim(...), array_pad(explode('=', $part, 2), 2, ''));
        $parts = array_map($pair, explode(';', $line));
        [$name, $value] = array_shift($parts);
        $cookie = [];
        foreach ($parts as [$key, $text]) {
            $isFlag = in_array(strtolower($key), ['secure', 'httponly', 'partitioned'], true);
            $cookie[strtolower($key)] = $isFlag ? true : $text;
        }
        $cookies[$name][] = (object) (['value' => $value] + $cookie);
    }

    return (object) array_map(fn (array $same): mixed => count($same) > 1 ? $same : $same[0], $cookies);
}`,
  length: `/** Characters of a text, items of a list, members of an object. */
private static function length(mixed $value): int|float
{
    return match (true) {
        is_string($value) => mb_strlen($value),
        is_array($value) => count($value),
        is_object($value) => count((array) $value),
        default => NAN,
    };
}`,
  number: `/** The number that a text is. */
private static function number(mixed $text): int|float
{
    return is_numeric($text) ? $text + 0 : NAN;
}`,
  text: `/** A text as it is, anything else as JSON. */
private static function text(mixed $value): string
{
    $flags = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS | JSON_UNESCAPED_SLASHES;

    return is_string($value) ? $value : json_encode($value, $flags | JSON_PARTIAL_OUTPUT_ON_ERROR);
}`,
  isBlank: `/** Null, or an empty text, list or object. */
private static function isBlank(mixed $value): bool
{
    return in_array(is_object($value) ? (array) $value : $value, [null, '', []], true);
}`,
  select: `/** All that a path selects; null where it leads into what can hold no such part. */
private static function select(mixed $value, string|int|Closure ...$path): ?array
{
    $found = [$value];
    $isFiltered = false;
    foreach ($path as $index => $step) {
        $isWide = $step instanceof Closure || $step === '[*]';
        $isFiltered = $isFiltered || $step instanceof Closure;
        $isNothing = fn (mixed $one): bool => $index > 0 && in_array($one, [null, false, ''], true);
        $isIndex = is_int($step);
        $fits = fn (mixed $one): bool => is_array($one) ? $isIndex || $isWide : is_object($one) && !$isIndex;
        if (!$isFiltered && array_filter($found, $isNothing) !== $found && array_filter($found, $fits) === []) {
            return null;
        }
        $found = array_merge(...array_map(fn (mixed $one): array => self::find($one, $step), $found));
    }

    return $found;
}`,
  isAbsent: `/** Whether nothing is at the end of a path, and nothing in the way to it. */
private static function isAbsent(mixed $value, string|int ...$path): bool
{
    $found = self::select($value, ...$path);

    return $found !== null && self::isBlank($found[0] ?? null);
}`,
  contains: `/** Whether a value is an item of a list, or part of a text. */
private static function contains(mixed $value, mixed $part): bool
{
    if (!is_array($value)) {
        return $value !== null && str_contains(self::text($value), self::text($part));
    }
    $shown = is_string($part) ? self::text(...) : self::canonical(...);

    return in_array($shown($part), array_map($shown, $value), true);
}`,
  assertSameJson: `/** The same JSON, in whatever order members are. */
private static function assertSameJson(mixed $expected, mixed $actual): void
{
    self::assertSame(self::canonical($expected), self::canonical($actual));
}`,
  canonical: `/** JSON with its members in order. */
private static function canonical(mixed $value): string
{
    $ordered = function (mixed $value) use (&$ordered): mixed {
        if (!is_object($value) && (!is_array($value) || array_is_list($value))) {
            return is_array($value) ? array_map($ordered, $value) : $value;
        }
        $members = (array) $value;
        ksort($members, SORT_STRING);

        return (object) array_map($ordered, $members);
    };

    return json_encode($ordered($value), JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE);
}`,
} as const

export type MethodName = keyof typeof methods

const callees: Partial<Record<MethodName, readonly MethodName[]>> = {
  valueAt: ['find'],
  select: ['find'],
  isAbsent: ['find', 'isBlank', 'select'],
  contains: ['text', 'canonical'],
  assertSameJson: ['canonical'],
}

/** The lines of those that are used, and of those that they call. */
export function neededMethods(used: ReadonlySet<MethodName>): readonly (readonly string[])[] {
  const needed = new Set([...used].flatMap(name => [name, ...(callees[name] ?? [])]))
  const names = Object.keys(methods) as MethodName[]
  return names.filter(name => needed.has(name)).map(name => methods[name].split('\n'))
}

/** The method that sends requests, with what of answers and URLs it has to see to. */
export function sendMethod(keepsCookies: boolean, parts: ReadonlySet<ResponsePart>): readonly string[] {
  const headers = parts.has('headers') || parts.has('cookies')
  const url = String.raw`preg_replace_callback('/[^!-~]/', fn (array $one): string => rawurlencode($one[0]), $url)`
  const apart = keepsCookies && parts.has('no cookies') ? ', ?CurlHandle $curl = null' : ''
  return [
    '/** Sends a request. */',
    `private static function send(string $method, string $url, array $options = []${apart}): object`,
    '{',
    ...(headers ? ['    $headers = [];'] : []),
    ...(keepsCookies
      ? [`    $curl ${apart === '' ? '=' : '??='} self::$curl ??= curl_init();`, '    curl_reset($curl);']
      : ['    $curl = curl_init();']),
    '    curl_setopt_array($curl, $options + [',
    '        CURLOPT_CUSTOMREQUEST => $method,',
    `        CURLOPT_URL => ${parts.has('encoded URLs') ? url : '$url'},`,
    '        CURLOPT_RETURNTRANSFER => true,',
    ...(keepsCookies ? [`        CURLOPT_COOKIEFILE => '',`] : []),
    '        CURLOPT_TIMEOUT_MS => 30_000,',
    ...(headers ? headerLines : []),
    '    ]);',
    '    $text = curl_exec($curl);',
    '    self::assertIsString($text, curl_error($curl));',
    '',
    '    return (object) [',
    `        'status' => curl_getinfo($curl, CURLINFO_RESPONSE_CODE),`,
    ...(parts.has('headers')
      ? [`        'headers' => array_map(fn (array $values): string => implode(', ', $values), $headers),`]
      : []),
    ...(parts.has('cookies') ? [`        'cookies' => self::cookiesOf($headers['set-cookie'] ?? []),`] : []),
    ...(parts.has('duration')
      ? [`        'duration' => curl_getinfo($curl, CURLINFO_TOTAL_TIME) * 1000,`]
      : []),
    `        'text' => $text,`,
    '    ];',
    '}',
  ]
}

const headerLines =
  String.raw`        CURLOPT_HEADERFUNCTION => function (CurlHandle $curl, string $line) use (&$headers): int {
            if (str_starts_with($line, 'HTTP/')) {
                $headers = [];
            } elseif (preg_match('/^([^:]+):\s*(.*?)\s*$/', $line, $match) === 1) {
                $headers[strtolower($match[1])][] = $match[2];
            }

            return strlen($line);
        },`.split('\n')
