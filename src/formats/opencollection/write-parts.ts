import path from 'node:path'
import { isDisabled } from '../../model/disabled.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { list, mapping, text as textOf } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Say } from '../told.ts'
import { filesOf, isWithoutFile } from './postman-body.ts'
import { brunoText } from './write-values.ts'

/** The parts of a form; each is the former one of its name but for what has changed, also where it is not sent. */
export function partsOf(step: JsonObject, former: JsonValue | undefined, lose: Say): readonly JsonObject[] {
  const left = list(former).map(mapping)
  return Object.entries(mapping(step['multipart'])).flatMap(([name, value]) =>
    (isList(value) ? value : [value])
      .filter(one => one !== null)
      .map(one => {
        const isOff = isDisabled(one)
        const before = takeFormer(left, brunoText(name), isOff)
        const said = isOff ? one.disabled : one
        const part = isObject(said) ? said : { text: valueText(said) }
        if (!isOff) tellOfName(name, part, lose)
        return isOff && part['text'] === '' && part['filename'] === ''
          ? withoutFile(name, before)
          : partOf(name, part, isOff, before)
      }),
  )
}

/** The first of the former parts with a name that is left, one that was switched off as this one is before any other. */
function takeFormer(left: JsonObject[], name: string, isOff: boolean): JsonObject {
  const isNamed = (part: JsonObject): boolean => part['name'] === name
  const same = left.findIndex(
    part => isNamed(part) && (part['disabled'] === true || isWithoutFile(part)) === isOff,
  )
  const at = same < 0 ? left.findIndex(isNamed) : same
  const [part = {}] = at < 0 ? [] : left.splice(at, 1)
  return part
}

function tellOfName(name: string, { file, filename }: JsonObject, lose: Say): void {
  const usual = textOf(file) === undefined ? undefined : path.posix.basename(textOf(file) ?? '')
  if (filename !== undefined && filename !== usual)
    lose(`file name of the part ${name}`, 'Bruno sends that of the file')
}

/** A part for which no file is chosen, of which Bruno sends nothing. */
function withoutFile(name: string, before: JsonObject): JsonObject {
  return isWithoutFile(before) ? before : { ...before, name: brunoText(name), type: 'file', value: [] }
}

function partOf(
  name: string,
  { text, file, 'content-type': type }: JsonObject,
  isOff: boolean,
  before: JsonObject,
): JsonObject {
  const own = textOf(file)
  const files = own === undefined ? [] : [brunoText(own)]
  const isSameFile = before['type'] === 'file' && jsonEqual([...filesOf(before)], files)
  return defined({
    ...before,
    name: brunoText(name),
    type: own === undefined ? 'text' : 'file',
    value: own === undefined ? brunoText(valueText(text ?? '')) : isSameFile ? before['value'] : files,
    contentType: type ?? (before['contentType'] === '' ? '' : undefined),
    disabled: isOff ? true : undefined,
  })
}
