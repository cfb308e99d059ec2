import type { Call, Value } from '../../../compile/test-program/test-program.ts'
import { valueText } from '../../../util/value-text.ts'
import { text } from './literals.ts'

/** The functions of placeholders that Python calls: those of its library that make the same of every text. */
export const pythonFunctions: ReadonlySet<string> = new Set(
  'upper lower trim replace url base64 base64url md5 sha1 sha256 sha512 hmac-sha1 hmac-sha256 hmac-sha512'.split(
    ' ',
  ),
)

/** The code that calls are written into. */
interface Calling {
  readonly modules: { add(name: 'quote' | 'base64' | 'hashlib' | 'hmac'): unknown }
  helper(name: 'trimmed' | 'as_key' | 'as_text', ...args: readonly string[]): string
  value(value: Value): string
  isText(value: Value): boolean
}

/** A function of placeholders as an expression, which raises where it makes nothing of the value. */
export function callCode({ function: name, of, arguments: given, key }: Call, code: Calling): string {
  const written = textCode(of, code)
  const [first = '', second = ''] = given.map(valueText)
  switch (name) {
    case 'upper':
    case 'lower':
      return `${written}.${name}()`
    case 'trim':
      return code.helper('trimmed', written)
    case 'replace':
      return `${written}.replace(${text(first)}, ${text(second)})`
    case 'url':
      code.modules.add('quote')
      return `quote(${written}, safe="!*'()")`
    case 'base64':
    case 'base64url':
      return encoded(`${written}.encode()`, name, code)
    default:
      return hashCode(name.replace('hmac-', ''), written, key === undefined ? first : second, key, code)
  }
}

function hashCode(
  name: string,
  written: string,
  encoding: string,
  key: Value | undefined,
  code: Calling,
): string {
  code.modules.add(key === undefined ? 'hashlib' : 'hmac')
  const hash =
    key === undefined
      ? `hashlib.${name}(${written}.encode())`
      : `hmac.new(${code.helper('as_key', code.value(key))}.encode(), ${written}.encode(), "${name}")`
  return encoding.startsWith('base64') ? encoded(`${hash}.digest()`, encoding, code) : `${hash}.hexdigest()`
}

function encoded(bytes: string, encoding: string, code: Calling): string {
  code.modules.add('base64')
  return encoding === 'base64url'
    ? `base64.urlsafe_b64encode(${bytes}).decode().rstrip("=")`
    : `base64.b64encode(${bytes}).decode()`
}

/** A value that must be text, a number or a boolean, as text. */
function textCode(of: Value, code: Calling): string {
  return code.isText(of) ? code.value(of) : code.helper('as_text', code.value(of))
}
