/** What the method that sends requests has to see to. */
export type ResponsePart = 'headers' | 'duration' | 'encoded URLs' | 'no cookies'

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
            is_int($value) && abs($value) >= 2 ** 53 => (string) $value,
            is_float($value) && floor($value) === $value && abs($value) < 2 ** 53 => (int) $value,
            default => $value,
        };
    };

    return $plain(json_decode($json, false, 512, JSON_BIGINT_AS_STRING));
}`,
  find: `/** What is at the end of a path, if anything is; all that is there where it has conditions, [*] or .* in it. */
private static function find(mixed $value, string|int|Closure ...$path): array
{
    $found = [$value];
    foreach ($path as $step) {
        $found = array_merge(...array_map(fn (mixed $one): array => match (true) {
            is_object($one) && $step === '.*' => array_values((array) $one),
            is_object($one) && is_string($step) => array_values(array_intersect_key((array) $one, [$step => 0])),
            !is_array($one) => [],
            $step === '[*]' => $one,
            $step instanceof Closure => array_values(array_filter($one, $step)),
            is_int($step) && $step >= -count($one) => array_slice($one, $step, 1),
            default => [],
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
  isAbsent: `/** Whether nothing is at the end of a path, and nothing in the way to it. */
private static function isAbsent(mixed $value, string|int ...$path): bool
{
    foreach ($path as $index => $step) {
        if ($index > 0 && in_array($value, [null, false, ''], true)) {
            return true;
        }
        if (is_string($step) ? !is_object($value) : !is_array($value)) {
            return false;
        }
        $value = self::find($value, $step)[0] ?? null;
    }

    return self::isBlank($value);
}`,
  contains: `/** Whether a value is an item of a list, or part of a text. */
private static function contains(mixed $value, mixed $part): bool
{
    if (!is_array($value)) {
        return $value !== null && str_contains(self::text($value), self::text($part));
    }

    return in_array(self::canonical($part), array_map(self::canonical(...), $value), true);
}`,
  containsText: `/** Whether a text is that of an item of a list, or part of a text. */
private static function containsText(mixed $value, string $part): bool
{
    if (!is_array($value)) {
        return $value !== null && str_contains(self::text($value), $part);
    }

    return in_array($part, array_map(self::text(...), $value), true);
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

    return json_encode($ordered($value), JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE | JSON_PARTIAL_OUTPUT_ON_ERROR);
}`,
} as const

export type MethodName = keyof typeof methods

const callees: Partial<Record<MethodName, readonly MethodName[]>> = {
  valueAt: ['find'],
  isAbsent: ['find', 'isBlank'],
  contains: ['text', 'canonical'],
  containsText: ['text'],
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
  const headers = parts.has('headers')
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
    '        CURLOPT_TIMEOUT => 30,',
    ...(headers ? headerLines : []),
    '    ]);',
    '    $text = curl_exec($curl);',
    '    self::assertIsString($text, curl_error($curl));',
    '',
    '    return (object) [',
    `        'status' => curl_getinfo($curl, CURLINFO_RESPONSE_CODE),`,
    ...(headers
      ? [`        'headers' => array_map(fn (array $values): string => implode(', ', $values), $headers),`]
      : []),
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
