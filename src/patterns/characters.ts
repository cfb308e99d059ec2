import { preparePattern } from './engine.ts'

/** Characters of every sort, to look for those of a class. */
const sorts = ['a', '0', ' ', '\n', '-', '_', 'z', 'A', '9', '\t', '/', '.', 'é', '\u{e000}']

/**
 * Some of the characters that are as written, of as many sorts as there are; none where no character is. Undefined where
 * nobody can tell.
 */
export function charactersAs(written: string, isAnyCase: boolean): readonly string[] | undefined {
  const prepared = preparePattern(`^${isAnyCase ? '(?i)' : ''}${written}$`)
  if (!prepared.ok) return undefined
  const { pattern } = prepared
  const candidates = [...new Set([...namedIn(written), ...sorts])]
  const found = candidates.filter(one => pattern.test(one))
  if (found.length > 0) return bySort(found)
  // One text of all there are tells at once that there is none.
  const anywhere = preparePattern(`${isAnyCase ? '(?i)' : ''}${written}`)
  return anywhere.ok && !anywhere.pattern.test(everyCharacter()) ? [] : undefined
}

/** A word character, a blank, an end of line, and another, as far as they are among these. */
function bySort(found: readonly string[]): readonly string[] {
  const ofSort = [/\w/, /[^\w\s]/, /[^\S\n]/, /\n/].flatMap(sort => found.find(one => sort.test(one)) ?? [])
  return [...new Set(ofSort)]
}

/** The characters that stand in a class or an escape, and those beside them. */
export function namedIn(written: string): readonly string[] {
  const plain = written
    .replaceAll(
      /\\(?:x([\da-f]{2})|u([\da-f]{4})|[ux]\{([\da-f]+)\})/gi,
      (_, two = '', four = '', any = '') => characterOf(Number.parseInt(`${two}${four}${any}`, 16)),
    )
    .replaceAll(/\\[^]/g, one => controls[one[1] ?? ''] ?? one[1] ?? '')
  return [
    ...new Set(
      Array.from(plain).flatMap(one => [-1, 0, 1].map(away => characterOf((one.codePointAt(0) ?? 0) + away))),
    ),
  ]
}

let every: string | undefined

/** All characters of the first plane, and some of each other. */
function everyCharacter(): string {
  every ??= Array.from({ length: 0x10_ff_ff }, (_, code) =>
    code < 0x1_00_00 || code % 0x1_01 === 0 ? characterOf(code) : '',
  ).join('')
  return every
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', '0': '\0' }

function characterOf(code: number): string {
  return code >= 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)
    ? String.fromCodePoint(code)
    : ''
}
