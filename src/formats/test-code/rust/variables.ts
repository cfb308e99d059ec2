import { valueText } from '../../../util/value-text.ts'
import { statementsIn } from '../../../compile/test-program/parts-of-group.ts'
import type {
  ProgramVariable,
  Statement,
  TestProgram,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { type Doc, hardline, indent } from '../layout.ts'
import { quoted } from './literals.ts'
import { isStatus } from './predicates.ts'
import type { Kept, RustCode } from './rust-code.ts'
import { call, chain, closure, type Code, layOut } from './rust-syntax.ts'

/** How a variable is kept: constants as they are written, others as what holds all that they may become. */
export function keptOfVariable(
  { name, type, value, environment, changes }: ProgramVariable,
  program: TestProgram,
): Kept {
  if (type === 'json') return 'Value'
  if (type === 'boolean') return 'bool'
  if (type === 'text')
    return changes || environment !== undefined || value?.kind !== 'literal' ? 'String' : 'str'
  if (!changes && environment === undefined && value !== undefined && isStatus(value)) return 'integer'
  const set = statementsIn(program.root).flatMap(statement =>
    (statement.kind === 'assign' || statement.kind === 'extract') && statement.variable === name
      ? [statement.value]
      : [],
  )
  const given = [...(value === undefined ? [] : [value]), ...set]
  return given.every(isWhole) ? 'i64' : 'f64'
}

function isWhole(value: Value): boolean {
  if (value.kind === 'literal') return Number.isInteger(value.value)
  return value.kind === 'status' || value.kind === 'length' || value.kind === 'generated'
}

/** Declares a variable with its first value. */
export function declaration({ value, environment, type }: ProgramVariable, kept: Kept, code: RustCode): Code {
  if (environment !== undefined) {
    code.use('std::env')
    const found = call('env::var', quoted(environment))
    const given = chain(found, ['expect', quoted(`${environment} is not set`)])
    const isOwn = value === undefined || (value.kind === 'environment' && value.name === environment)
    if (kept === 'Value') {
      if (isOwn) return code.json(call('json!', given))
      return chain(found, ['map_or_else', closure('_', code.owned(value)), 'Value::from'])
    }
    const text = isOwn
      ? given
      : chain(found, [
          'unwrap_or_else',
          closure('_', stringOf(type === 'text' ? value : { kind: 'template', parts: [value] }, code)),
        ])
    return kept === 'String' ? text : chain(text, `parse::<${kept}>`, 'unwrap')
  }
  if (value !== undefined) return convert(value, kept, code)
  switch (kept) {
    case 'str':
    case 'String':
      return 'String::new()'
    case 'bool':
      return 'false'
    case 'Value':
      code.use('serde_json::Value')
      return 'Value::Null'
    default:
      return kept === 'f64' ? '0.0' : '0_i64'
  }
}

/** A value as a variable keeps it. */
function convert(value: Value, kept: Kept, code: RustCode): Code {
  switch (kept) {
    case 'str':
      return code.certainText(value)
    case 'String':
      return stringOf(value, code)
    case 'Value':
      return code.owned(value)
    case 'integer':
    case 'bool':
      return code.plain(value)
    case 'f64':
      return code.float(value)
    case 'i64': {
      if (value.kind === 'literal') return `${valueText(value.value)}_i64`
      const { code: number, type, isOptional } = code.number(value)
      const certain = isOptional ? chain(number, 'unwrap') : number
      return type === 'i64'
        ? certain
        : type === 'u16'
          ? call('i64::from', certain)
          : chain(call('i64::try_from', certain), 'unwrap')
    }
  }
}

function stringOf(value: Value, code: RustCode): Code {
  if (code.isPlace(value)) return code.certainText(value)
  const { code: text, owned, isOptional } = code.text(value)
  if (isOptional) return chain(text, 'unwrap')
  if (!owned) return chain(text, 'to_string')
  return code.keptOf(value) !== undefined || text === 'text' ? chain(text, 'clone') : text
}

/** A variable gets a value. */
export function assigned(
  { variable, value }: Extract<Statement, { kind: 'assign' }>,
  isChanged: boolean,
  code: RustCode,
): Doc {
  const name = code.variable(variable)
  const kept = code.keptAs(name)
  return [isChanged ? '' : 'let ', name, ' = ', layOut(convert(value, kept, code)), ';']
}

/** A variable gets a value of the answer, which must be there unless it is optional. */
export function extracted(
  { variable, value, isOptional }: Extract<Statement, { kind: 'extract' }>,
  { isChanged, isRead }: { readonly isChanged: boolean; readonly isRead: boolean },
  code: RustCode,
): readonly Doc[] {
  const name = code.variable(variable)
  const kept = code.keptAs(name)
  const found = foundValue(value, code)
  if (!isRead) {
    if (isOptional || found === undefined) return []
    return [[layOut(call('assert!', chain(found, 'is_some'))), ';']]
  }
  if (!isOptional) return [[isChanged ? '' : 'let ', name, ' = ', layOut(certain(value, kept, code)), ';']]
  if (!isChanged) return [['let ', name, ' = ', layOut(orNothing(value, kept, code)), ';']]
  if (found === undefined) return [[name, ' = ', layOut(convert(value, kept, code)), ';']]
  const taken = code.isPlace(value)
    ? kept === 'Value'
      ? 'found.clone()'
      : `${code.helper('text_of')}(found)`
    : kept === 'Value'
      ? 'json!(found)'
      : 'found'
  if (taken === 'json!(found)') code.use('serde_json::json')
  return [
    ['if let Some(found) = ', layOut(found), ' {', indent([hardline, `${name} = ${taken};`]), hardline, '}'],
  ]
}

/** A value that may not be there; undefined where it always is. */
function foundValue(value: Value, code: RustCode): Code | undefined {
  if (code.isPlace(value))
    return value.kind === 'json' && value.path.length === 0 ? undefined : code.found(value)
  if (value.kind === 'json-list') return undefined
  if (typeOfValue(value) === 'text') {
    const { code: text, isOptional } = code.text(value)
    return isOptional ? text : undefined
  }
  const number = typeOfValue(value) === 'number' ? code.number(value) : undefined
  return number?.isOptional === true ? number.code : undefined
}

function certain(value: Value, kept: Kept, code: RustCode): Code {
  const found = foundValue(value, code)
  if (code.isPlace(value) && kept === 'Value')
    return found === undefined ? chain(code.place(value), 'clone') : chain(found, 'unwrap', 'clone')
  if (code.isPlace(value) && found !== undefined && kept === 'String')
    return call(code.helper('text_of'), chain(found, 'unwrap'))
  if (kept === 'Value' && found !== undefined) return code.json(call('json!', chain(found, 'unwrap')))
  return convert(value, kept, code)
}

function orNothing(value: Value, kept: Kept, code: RustCode): Code {
  if (code.isPlace(value) && kept === 'Value') return chain(code.place(value), 'clone')
  const found = foundValue(value, code)
  if (found === undefined) return convert(value, kept, code)
  return kept === 'Value' ? code.json(call('json!', found)) : chain(found, 'unwrap_or_default')
}
