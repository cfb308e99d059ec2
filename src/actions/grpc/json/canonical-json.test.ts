import { faultText } from '../../faults/index.ts'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { before, describe, test } from 'node:test'
import type { Type } from 'protobufjs'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { withoutModules } from '../../../testing/python-tools.ts'
import { readDescriptorSet } from '../schema/read-schema.ts'
import { readProtoFiles } from '../schema/proto-files.ts'
import { decodeMessage } from './decode-message.ts'
import { encodeMessage } from './encode-message.ts'

const set = 'fixtures/grpc/lab.protoset'

/** A value of every kind in its canonical JSON, which is the same in both directions. */
const canonical: Readonly<Record<string, JsonObject>> = {
  int32: { i32: -2147483648 },
  uint32: { u32: 4294967295 },
  sint32: { s32: -1 },
  fixed32: { f32: 4294967295 },
  sfixed32: { sf32: -2147483648 },
  int64: { i64: '-9223372036854775808' },
  uint64: { u64: '18446744073709551615' },
  sint64: { s64: '9007199254740993' },
  fixed64: { f64: '18446744073709551615' },
  sfixed64: { sf64: '-9223372036854775808' },
  float: { floatValue: 0.1 },
  'float NaN': { floatValue: 'NaN' },
  double: { doubleValue: 1.7976931348623157e308 },
  'double infinity': { doubleValue: '-Infinity' },
  bool: { flag: true },
  string: { text: 'é→𝄞\u0000"' },
  bytes: { raw: 'AP8+Pw==' },
  enum: { color: 'GREEN' },
  'enum nobody knows': { color: 17 },
  message: { spice: { name: 'chili', heatUnits: 3 } },
  'empty message': { spice: {} },
  'repeated 64-bit': { numbers: ['1', '-9007199254740993'] },
  'repeated enum': { colors: ['RED', 'COLOR_UNSPECIFIED', 9] },
  'repeated message': { spices: [{}, { name: 'a' }] },
  'map by string': { byName: { a: '1', __proto: '2' } },
  'map by 64-bit': { byNumber: { '-9223372036854775808': 'x', '7': 'y' } },
  'map by bool': { byTruth: { true: { name: 'a' }, false: {} } },
  'oneof string': { word: '' },
  'oneof 64-bit': { number: '0' },
  'oneof message': { taste: {} },
  optional: { maybe: 0 },
  json_name: { anotherName: 'x' },
  Any: { any: { '@type': 'type.googleapis.com/lab.v1.Spice', name: 'a', heatUnits: 2 } },
  'Any of a well-known type': {
    any: { '@type': 'type.googleapis.com/google.protobuf.Duration', value: '1.500s' },
  },
  'Any of an Any': {
    any: {
      '@type': 'type.googleapis.com/google.protobuf.Any',
      value: { '@type': 'type.googleapis.com/lab.v1.Spice', name: 'b' },
    },
  },
  'repeated Any': { anys: [{ '@type': 'type.googleapis.com/google.protobuf.Empty' }] },
  Timestamp: { timestamp: '2025-01-06T11:00:00Z' },
  'Timestamp before 1970': { timestamp: '0001-01-01T00:00:00Z' },
  'Timestamp in nanoseconds': { timestamp: '9999-12-31T23:59:59.999999999Z' },
  Duration: { duration: '3s' },
  'Duration in nanoseconds': { duration: '-0.000000001s' },
  FieldMask: { fieldMask: 'user.displayName,photo' },
  Struct: { struct: { a: 1, b: [true, null, 'x'], c: { d: {} } } },
  'Value null': { value: null },
  'Value number': { value: 1.5 },
  'Value list': { value: [1, 'a', { b: false }] },
  'repeated Value': { values: [null, 1, 'x', {}, []] },
  ListValue: { listValue: [1, [2], { a: null }] },
  Empty: { empty: {} },
  DoubleValue: { doubleWrapper: 0 },
  FloatValue: { floatWrapper: 0.1 },
  Int64Value: { int64Wrapper: '-9223372036854775808' },
  UInt64Value: { uint64Wrapper: '18446744073709551615' },
  Int32Value: { int32Wrapper: 0 },
  UInt32Value: { uint32Wrapper: 4294967295 },
  BoolValue: { boolWrapper: false },
  StringValue: { stringWrapper: '' },
  BytesValue: { bytesWrapper: 'AP8=' },
}

/** JSON that is taken beside the canonical form. */
const accepted: Readonly<Record<string, readonly [given: JsonObject, canonical: JsonObject]>> = {
  'names of the .proto file': [
    { float_value: 1, by_name: { a: 1 } },
    { floatValue: 1, byName: { a: '1' } },
  ],
  'an enum by number': [{ color: 1 }, { color: 'RED' }],
  'numbers as text': [
    { i32: '5', doubleValue: '1e3' },
    { i32: 5, doubleValue: 1000 },
  ],
  'a number with an exponent': [{ i32: '1e3' }, { i32: 1000 }],
  'base64 of URLs, without padding': [{ raw: '-_8' }, { raw: '+/8=' }],
  'null for nothing': [{ text: null, spice: null, numbers: null }, {}],
  'another time zone': [
    { timestamp: '2025-01-06T13:00:00.5+02:00' },
    { timestamp: '2025-01-06T11:00:00.500Z' },
  ],
  'a default value': [{ i32: 0, text: '' }, {}],
}

/** JSON that must be refused. */
const refused: Readonly<Record<string, JsonObject>> = {
  'a field nobody knows': { nope: 1 },
  'an int32 out of range': { i32: 2147483648 },
  'a fraction for an integer': { i32: 1.5 },
  'a word for a number': { i32: 'abc' },
  'a negative uint64': { u64: '-1' },
  'a uint64 out of range': { u64: '18446744073709551616' },
  'a number for text': { text: 1 },
  'text for a bool': { flag: 'true' },
  'an enum nobody knows': { color: 'BLUE' },
  'two of a oneof': { word: 'a', number: '1' },
  'text for a message': { spice: 'a' },
  'null in a list': { numbers: [null] },
  'a timestamp that is none': { timestamp: 'yesterday' },
  'a duration without unit': { duration: '3' },
  'an Any of a type nobody knows': { any: { '@type': 'x/no.Such' } },
  'a map key that is none': { byNumber: { a: 'x' } },
}

describe('the canonical JSON of messages', () => {
  for (const [name, schema] of [
    ['a descriptor set', () => readDescriptorSet(set)],
    ['.proto files', () => readProtoFiles(['lab/v1/kitchen.proto'], ['fixtures/grpc/protos'], process.cwd())],
  ] as const)
    describe(`by ${name}`, () => {
      let kitchen: Type
      before(() => {
        const read = schema()
        assert.ok(read.ok)
        kitchen = read.value.root.lookupType('lab.v1.Kitchen')
      })
      for (const [kind, json] of Object.entries(canonical))
        test(kind, () => {
          assert.deepEqual(decoded(kitchen, encoded(kitchen, json)), json)
        })
      for (const [kind, [given, json]] of Object.entries(accepted))
        test(`takes ${kind}`, () => {
          assert.deepEqual(decoded(kitchen, encoded(kitchen, given)), json)
        })
      for (const [kind, json] of Object.entries(refused))
        test(`refuses ${kind}`, () => {
          assert.ok(!encodeMessage(kitchen, json, 'the message').ok)
        })
    })
})

describe("beside Google's own library for Python", { skip: withoutModules('grpc, google.protobuf') }, () => {
  test('it is the same in both directions', async context => {
    const read = readDescriptorSet(set)
    assert.ok(read.ok)
    const kitchen = read.value.root.lookupType('lab.v1.Kitchen')
    // The specification allows exponents; that library does not.
    const { 'a number with an exponent': _, ...taken } = accepted
    const jsons = [...Object.values(canonical), ...Object.values(taken).map(([given]) => given)]
    const theirs = await askPython(jsons.map(json => ({ json })))
    const readByThem = await askPython(jsons.map(json => ({ bytes: base64(encoded(kitchen, json)) })))
    const wrong = jsons.flatMap((json, index) => {
      const bytes = Buffer.from(theirs[index]?.bytes ?? '', 'base64')
      const same =
        isSame(decoded(kitchen, bytes), readByThem[index]?.json) &&
        isSame(decoded(kitchen, encoded(kitchen, json)), readByThem[index]?.json)
      return same ? [] : [{ json, theirs: theirs[index], readByThem: readByThem[index] }]
    })
    context.diagnostic(
      `${jsons.length - wrong.length} of ${jsons.length} messages the same in both directions`,
    )
    assert.deepEqual(wrong, [])
  })

  test('the same is refused', async () => {
    const answers = await askPython(Object.values(refused).map(json => ({ json })))
    const taken = Object.keys(refused).filter((_, index) => answers[index]?.error === undefined)
    assert.deepEqual(taken, [])
  })
})

interface PythonAnswer {
  readonly bytes?: string
  readonly json?: JsonValue
  readonly error?: string
}

function askPython(questions: readonly JsonObject[]): Promise<readonly PythonAnswer[]> {
  return new Promise((resolve, reject) => {
    const child = execFile('/usr/bin/python3', ['fixtures/grpc/json_format.py', set], (error, output) => {
      if (error === null)
        resolve(
          output
            .trimEnd()
            .split('\n')
            .map(line => JSON.parse(line) as PythonAnswer),
        )
      else reject(new Error(error.message))
    })
    child.stdin?.end(
      questions.map(question => `${JSON.stringify({ type: 'lab.v1.Kitchen', ...question })}\n`).join(''),
    )
  })
}

function encoded(type: Type, json: JsonValue): Uint8Array {
  const bytes = encodeMessage(type, json, 'the message')
  assert.ok(bytes.ok, bytes.ok ? '' : faultText(bytes.failure).message)
  return bytes.value
}

function decoded(type: Type, bytes: Uint8Array): JsonValue {
  const json = decodeMessage(type, bytes)
  assert.ok(json.ok, json.ok ? '' : faultText(json.failure).message)
  return json.value
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

function isSame(left: JsonValue, right: JsonValue | undefined): boolean {
  try {
    assert.deepEqual(left, right)
    return true
  } catch {
    return false
  }
}
