import { isInheritedByAll } from '../../body-path.ts'
import { hasSeveralLines, isHeaderName } from '../../header-name.ts'
import type { Value } from '../checks/value.ts'

const globals: Readonly<Record<string, Value>> = {
  responseBody: { kind: 'text' },
  responseTime: { kind: 'time' },
}

/** Meaning of a name that no script declares. */
export function globalValue(name: string): Value {
  return Object.hasOwn(globals, name) && globals[name] !== undefined
    ? globals[name]
    : { kind: 'object', name }
}

const properties: Readonly<Record<string, Value>> = {
  'pm.response.code': { kind: 'status' },
  'responseCode.code': { kind: 'status' },
  'pm.response.status': { kind: 'reason' },
  'responseCode.name': { kind: 'reason' },
  'pm.response.responseTime': { kind: 'time' },
}

/** `value.name`, or `value[name]`. */
export function memberValue(value: Value, name: string | number, isOptional: boolean): Value | undefined {
  if (value.kind === 'object') {
    const full = `${value.name}.${name}`
    return Object.hasOwn(properties, full) ? properties[full] : { kind: 'object', name: full }
  }
  if (value.kind === 'variable') return isOptional ? variableMember(value.name, name) : undefined
  if (name === 'length') return lengthOf(value)
  if (value.kind !== 'body' && value.kind !== 'body-or-empty') return undefined
  if (typeof name === 'number' ? !Number.isSafeInteger(name) : isInheritedByAll(name) || /^\d+$/.test(name))
    return undefined
  const guards =
    isOptional || value.kind === 'body-or-empty'
      ? value.guards
      : [...value.guards, { path: value.path, nullable: false }]
  return { kind: 'body', path: [...value.path, name], guards }
}

function lengthOf(value: Value): Value | undefined {
  if (value.kind === 'text') return { kind: 'length', of: value }
  if (value.kind !== 'body') return undefined
  const guards = [...value.guards, { path: value.path, nullable: false }]
  return { kind: 'length', of: { ...value, guards } }
}

/** A member of a variable, as a placeholder reaches into it: it throws nothing there, so neither may the script. */
function variableMember(variable: string, name: string | number): Value | undefined {
  if (typeof name === 'number') return { kind: 'variable', name: `${variable}[${name}]`, isText: false }
  const isPlain = /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name) && !isInheritedByAll(name) && name !== 'length'
  return isPlain ? { kind: 'variable', name: `${variable}.${name}`, isText: false } : undefined
}

/** A header by name, where a validation can name it and it has one line. */
export function headerValue(name: string | undefined): Value | undefined {
  if (name === undefined || !isHeaderName(name)) return undefined
  return hasSeveralLines(name) ? undefined : { kind: 'header', name }
}
