import type { JsonValue } from '../../../model/json.ts'
import type { Rows, Value, ValueType } from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'

/** Type of a value in Java. */
export type JavaType = 'String' | 'int' | 'long' | 'double' | 'boolean' | 'JsonNode' | 'List<JsonNode>'

/** True where it is one of the kinds of numbers. */
export function isNumeric(type: JavaType): boolean {
  return type === 'int' || type === 'long' || type === 'double'
}

/** The kind of number that a number is. */
export function numberType(value: number): JavaType {
  if (!Number.isInteger(value)) return 'double'
  if (Math.abs(value) < 2 ** 31) return 'int'
  return Math.abs(value) < 2 ** 53 ? 'long' : 'double'
}

/** Type of an expression of the program in Java, where no variables or rows say otherwise. */
export function javaTypeOf(value: Value): JavaType {
  switch (value.kind) {
    case 'status':
      return 'int'
    case 'duration':
      return 'long'
    case 'length':
      return lengthType(value.of)
    case 'generated':
      if (value.what === 'timestamp') return 'long'
      return value.what === 'random-integer' ? 'int' : known(typeOfValue(value))
    case 'json-list':
      return 'List<JsonNode>'
    case 'literal':
      return typeof value.value === 'number' ? numberType(value.value) : known(typeOfValue(value))
    default:
      return known(typeOfValue(value))
  }
}

function lengthType(of: Value): JavaType {
  return of.kind === 'json-list' || typeOfValue(of) === 'text' ? 'int' : 'double'
}

function known(type: ValueType): JavaType {
  return type === 'text'
    ? 'String'
    : type === 'number'
      ? 'double'
      : type === 'boolean'
        ? 'boolean'
        : 'JsonNode'
}

/** The type that holds all of these. */
export function widest(types: readonly JavaType[]): JavaType {
  const [first = 'JsonNode', ...others] = new Set(types)
  if (others.length === 0) return first === 'List<JsonNode>' ? 'JsonNode' : first
  if (!types.every(isNumeric)) return 'JsonNode'
  return types.includes('double') ? 'double' : 'long'
}

/** The type of a column of data rows. */
export function columnType({ rows, columns }: Rows, name: string): JavaType {
  const type = columns.find(column => column.name === name)?.type
  if (type !== 'number') return known(type ?? 'json')
  return widest(rows.map(row => javaTypeOf({ kind: 'literal', value: row[name] as JsonValue })))
}
