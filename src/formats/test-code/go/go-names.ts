import { wordsOf } from '../names.ts'

/** Words of the language. Fields of a struct may be called anything else. */
export const keywords: readonly string[] = (
  'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return ' +
  'select struct switch type var'
).split(' ')

/** Its own names, packages of the library that tests may import, and names the code has itself. */
const taken =
  'any append bool byte cap clear close comparable complex complex64 complex128 copy delete error ' +
  'false float32 float64 imag int int8 int16 int32 int64 iota len make max min new nil panic print println real recover rune ' +
  'string true uint uint8 uint16 uint32 uint64 uintptr bytes cmp context cookiejar errors fmt http io json maps math mime ' +
  'multipart os rand reflect regexp slices strconv strings testing textproto time tls url utf8 attempt body client err form ' +
  'given got init item main res req row row2 row3 row4 row5 ok t wait want writer i'

/** Names that no variable can have. */
export const takenNames: readonly string[] = [...keywords, ...taken.split(' ')]

/** Abbreviations that stay in one case: `userID`, `baseURL`. */
const initialisms = new Set(
  (
    'acl api ascii cpu css dns eof guid html http https id ip json jwt ql qps ram rpc sku sla smtp sql ssh tcp tls ttl udp ui uid ' +
    'uri url utf8 uuid vm xml xss'
  ).split(' '),
)

/** A text as a name of Go, `userID` or, where it `isExported`, `UserID`. What has no letter is `fallback`. */
export function goName(text: string, fallback: string, isExported = false): string {
  const found = wordsOf(text)
  const words = found.length === 0 ? [fallback] : found
  const name = words
    .map((word, index) => {
      if (index === 0 && !isExported) return word
      return initialisms.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)
    })
    .join('')
  return /^\d/.test(name) && !isExported ? fallback + name : name
}

const systems =
  'aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos ' +
  '386 amd64 amd64p32 arm arm64 arm64be armbe loong64 mips mips64 mips64le mips64p32 mips64p32le mipsle ppc ppc64 ppc64le riscv ' +
  'riscv64 s390 s390x sparc sparc64 wasm test'

/** The name of a file of tests. A name that ended with one of a system would only be built there. */
export function goFileName(text: string): string {
  const words = wordsOf(text.replace(/['\u2019]/g, ''))
    .join('_')
    .slice(0, 60)
    .replace(/_+$/, '')
  const stem = words === '' ? 'suite' : words
  const last = stem.split('_').at(-1) ?? ''
  return systems.split(' ').includes(last) ? `${stem}_api_test.go` : `${stem}_test.go`
}
