import { statementsIn } from '../../../compile/test-program/parts-of-group.ts'
import type { TestProgram, Value, ValueType } from '../../../compile/test-program/test-program.ts'
import { javaTypeOf, type JavaType, widest } from './java-type.ts'

/** The Java types of all variables: of what they begin with, and of what steps set them to. */
export function variableTypes(program: TestProgram): ReadonlyMap<string, JavaType> {
  const set = new Map<string, Value[]>()
  for (const one of statementsIn(program.root))
    if (one.kind === 'assign' || one.kind === 'extract')
      set.set(one.variable, [...(set.get(one.variable) ?? []), one.value])
  return new Map(
    program.variables.map(({ name, type, value, environment }) => {
      const own = value === undefined ? [] : [value]
      const values = [...own, ...(set.get(name) ?? [])]
      return [name, type === 'number' ? numberTypeOf(values, environment) : plainType(type)] as const
    }),
  )
}

function numberTypeOf(values: readonly Value[], environment: string | undefined): JavaType {
  return environment === undefined && values.length > 0 ? widest(values.map(javaTypeOf)) : 'double'
}

function plainType(type: ValueType): JavaType {
  return type === 'text' ? 'String' : type === 'boolean' ? 'boolean' : 'JsonNode'
}
