import { functionFacts } from '../../../generated/functions.ts'
import type { Call, Moment, Value } from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { valueText } from '../../../util/value-text.ts'

/** The functions of placeholders that JavaScript of Node calls: instants only of what is known to be one have words there. */
export const javascriptFunctions: ReadonlySet<string> = new Set(
  [...functionFacts.keys()].filter(name => name !== 'date'),
)

/** Name that the code of the functions imports. */
export type CryptoName = 'createHash' | 'createHmac' | 'randomUUID'

/** Small functions for what JavaScript has no word for, or does with values that a function of placeholders does not take. */
export const functionHelpers = {
  asText: `/** The text of a text, a number or a boolean; anything else is an error. */
function asText(value: unknown) {
  if (!["string", "number", "boolean"].includes(typeof value)) throw new TypeError("This is no text.");
  return String(value);
}`,
  asList: `/** A list; anything else is an error. */
function asList(value: Json) {
  if (!Array.isArray(value)) throw new TypeError("This is no list.");
  return value;
}`,
  asKey: `/** A key to sign with, which must not be empty. */
function asKey(value: unknown) {
  if (value === "") throw new TypeError("The key is empty.");
  return asText(value);
}`,
  orElse: `/** Stands in for nothing, null and the empty text. */
function orElse(value: Json, standIn: Json) {
  return (value ?? "") === "" ? standIn : value;
}`,
  sliceOf: `/** A part of a list, or of the characters of a text. */
function sliceOf(value: Json, from: number, to = Infinity) {
  return Array.isArray(value) ? value.slice(from, to) : Array.from(asText(value)).slice(from, to).join("");
}`,
  decimalOf: `/** A decimal number: so many units, the last of them so many places behind the point. */
function decimalOf(value: unknown) {
  const isNumber = ["string", "number"].includes(typeof value);
  const [text = "", fraction = ""] = (isNumber && /^-?\\d+(?:\\.(\\d+))?$/.exec(String(value))) || [];
  const units = text === "" ? NaN : Number(text.replace(".", ""));
  if (!Number.isSafeInteger(units)) throw new RangeError("This is no number, or one of too many digits.");
  return { units, places: fraction.length };
}`,
  sumOf: `/** The exact sum of decimal numbers. */
function sumOf(values: unknown[]) {
  const numbers = values.map(decimalOf);
  const places = Math.max(0, ...numbers.map((one) => one.places));
  const units = numbers.map((one) => one.units * 10 ** (places - one.places));
  const sum = units.reduce((whole, one) => whole + one, 0);
  if (![...units, sum].every(Number.isSafeInteger)) throw new RangeError("The sum has too many digits.");
  return sum / 10 ** places;
}`,
  productOf: `/** The exact product of two decimal numbers. */
function productOf(value: unknown, factor: number) {
  const [one, other] = [decimalOf(value), decimalOf(factor)];
  const units = one.units * other.units;
  if (!Number.isSafeInteger(units)) throw new RangeError("The product has too many digits.");
  return units / 10 ** (one.places + other.places);
}`,
  pickOf: `/** The item of a list at a place from 0 up to 1. */
function pickOf(value: Json, place = Math.random()) {
  if (asList(value).length === 0) throw new RangeError("The list is empty.");
  return value[Math.floor(place * value.length)];
}`,
  fromBase64: `/** The text that Base64 stands for. */
function fromBase64(value: unknown, shape: RegExp) {
  const text = asText(value);
  if (!shape.test(text) || text.replace(/=+$/, "").length % 4 === 1) throw new TypeError("This is no Base64.");
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(text, "base64"));
}`,
  jwtOf: `/** A JSON Web Token of claims, signed by a text that both sides know. */
function jwtOf(claims: Json, algorithm: string, key: unknown) {
  if (typeof claims !== "object" || claims === null || Array.isArray(claims)) throw new TypeError("These are no claims.");
  if (asKey(key).includes("-----BEGIN")) throw new TypeError("This is a key for another algorithm.");
  const parts = [{ alg: algorithm, typ: "JWT" }, claims].map((part) => Buffer.from(JSON.stringify(part)));
  const begin = parts.map((part) => part.toString("base64url")).join(".");
  const hash = algorithm.replace("HS", "sha");
  return \`\${begin}.\${createHmac(hash, asKey(key)).update(begin).digest("base64url")}\`;
}`,
  claimsOf: `/** The claims of a JSON Web Token, whoever signed it. */
function claimsOf(token: unknown) {
  const [claims = ""] = /(?<=^[^.]*\\.)[\\w-]+(?=\\.[^.]*$)/.exec(asText(token)) ?? [];
  const read = JSON.parse(Buffer.from(claims, "base64url").toString());
  if (typeof read !== "object" || read === null || Array.isArray(read)) throw new TypeError("This is no JSON Web Token.");
  return read;
}`,
} as const

/** The helpers that others call. */
export const functionsCalled = {
  asKey: ['asText'],
  sliceOf: ['asText'],
  sumOf: ['decimalOf'],
  productOf: ['decimalOf'],
  pickOf: ['asList'],
  fromBase64: ['asText'],
  jwtOf: ['asKey'],
  claimsOf: ['asText'],
} as const

/** Functions of placeholders that are one of those, given the value and all that they are told. */
const helperOf: ReadonlyMap<string, keyof typeof functionHelpers> = new Map([
  ['default', 'orElse'],
  ['slice', 'sliceOf'],
  ['times', 'productOf'],
  ['pick', 'pickOf'],
  ['jwt-claims', 'claimsOf'],
])

/** The code that calls are written into. */
interface Calling {
  readonly imports: { add(name: CryptoName): unknown }
  readonly platform: {
    readonly base64: (text: string, isForUrls?: boolean) => string
    readonly hash: (name: string, text: string, encoding: string, key?: string) => string
  }
  helper(name: keyof typeof functionHelpers | 'textOf'): string
  value(value: Value, access?: 'lenient'): string
}

/** A function of placeholders as an expression, which throws where it makes nothing of the value. */
export function callCode(call: Call, code: Calling): string {
  const { function: name, of, arguments: given, key } = call
  const value = (): string => code.value(of, name === 'default' ? 'lenient' : undefined)
  const told = given.map(one => code.value({ kind: 'literal', value: one }))
  const helper = helperOf.get(name)
  if (helper !== undefined) return `${code.helper(helper)}(${[value(), ...told].join(', ')})`
  const list = (): string => `${code.helper('asList')}(${value()})`
  const text = (): string => textCode(of, code)
  switch (name) {
    case 'upper':
    case 'lower':
      return `${text()}.to${name === 'upper' ? 'Upper' : 'Lower'}Case()`
    case 'trim':
      return `${text()}.trim()`
    case 'split':
      return `${text()}.split(${told.join('')})`
    case 'join':
      return `${list()}.map(${code.helper('textOf')}).join(${told.join('')})`
    case 'replace': {
      const [old = '', by = ''] = told
      // A dollar sign means something in a text that is put in.
      return `${text()}.replaceAll(${old}, ${by.includes('$') ? `() => ${by}` : by})`
    }
    case 'json':
      return `JSON.stringify(${value()})`
    case 'from-json':
      return `JSON.parse(${text()})`
    case 'base64':
    case 'base64url':
      return code.platform.base64(text(), name === 'base64url')
    case 'from-base64':
    case 'from-base64url': {
      const shape = name === 'from-base64' ? '/^[A-Za-z0-9+/]*={0,2}$/' : '/^[\\w-]*={0,2}$/'
      return `${code.helper('fromBase64')}(${value()}, ${shape})`
    }
    case 'url':
    case 'from-url': {
      // They make a text of nothing.
      const part = of.kind === 'variable' ? `${code.helper('asText')}(${value()})` : text()
      return `${name === 'url' ? 'encode' : 'decode'}URIComponent(${part})`
    }
    case 'plus':
      return `${code.helper('sumOf')}([${[value(), ...told].join(', ')}])`
    case 'sum':
      return `${code.helper('sumOf')}(${value()})`
    case 'count':
      return `${list()}.length`
    case 'jwt': {
      code.imports.add('createHmac')
      const [algorithm = ''] = told
      return `${code.helper('jwtOf')}(${value()}, ${algorithm}, ${key === undefined ? '' : code.value(key)})`
    }
    default:
      return hashCode(call, text(), code)
  }
}

function hashCode({ function: name, arguments: given, key }: Call, text: string, code: Calling): string {
  code.imports.add(key === undefined ? 'createHash' : 'createHmac')
  const encoding = valueText(given[key === undefined ? 0 : 1] ?? 'hex')
  const secret = key && `${code.helper('asKey')}(${code.value(key)})`
  return code.platform.hash(name.replace('hmac-', ''), text, encoding, secret)
}

/** A value that must be text, a number or a boolean, as text. */
function textCode(of: Value, code: Calling): string {
  const isText = typeOfValue(of) === 'text' && of.kind !== 'environment'
  return isText ? code.value(of) : `${code.helper('asText')}(${code.value(of)})`
}

/** The time, as an expression. */
export function momentCode({ later, form }: Moment): string {
  const shift = later === 0 ? '' : ` ${later < 0 ? '-' : '+'} ${Math.abs(later)}`
  if (form === 'unix') return `Math.floor((Date.now()${shift}) / 1000)`
  const date = later === 0 ? 'new Date()' : `new Date(Date.now()${shift})`
  if (form === 'http') return `${date}.toUTCString()`
  return form === 'iso' ? `${date}.toISOString()` : `${date}.toISOString().slice(${form.join(', ')})`
}
