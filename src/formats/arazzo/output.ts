import { parsePlainPath, pathText } from '../../json-path/index.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { mapping, text } from '../../util/read-values.ts'
import { parseExpression } from './expressions.ts'
import type { Frame } from './frame.ts'
import type { VariableNames } from './names.ts'
import { jsonPointerParts } from './pointer.ts'

/** The part of the answer that an output is; undefined for one that is known without it. */
export function targetOfOutput(written: JsonValue): string | undefined {
  const { context, selector, type } = mapping(written)
  const expression = parseExpression(text(context) ?? text(written) ?? '')
  const target = expression?.kind === 'answer' ? expression.target : undefined
  if (!isObject(written) || target === undefined) return target
  const kind = text(type) ?? text(mapping(type)['type'])
  const own = text(selector) ?? ''
  if (kind === 'jsonpath' && target.startsWith('$')) return `${target}${own.slice(1)}`
  if (kind === 'jsonpointer' && target.startsWith('$'))
    return `${target}${pathText(jsonPointerParts(own.replace(/^#/, ''))).slice(1)}`
  return kind === 'xpath' && target === '$' ? `xpath ${own}` : undefined
}

/** Gives variables to what steps find in answers: named as the output, where no other has that name. */
export function nameOutputs(
  steps: readonly { readonly id: string; readonly step: JsonObject }[],
  frame: Frame,
  names: VariableNames,
): void {
  const all = steps.flatMap(({ step }) => Object.keys(mapping(step['outputs'])))
  for (const { id, step } of steps)
    for (const [name, written] of Object.entries(mapping(step['outputs']))) {
      const from = targetOfOutput(written)
      if (from === undefined) continue
      const isShared = all.filter(one => one === name).length > 1
      const variable = isShared ? names.take(`${id}-${name}`) : names.take(name, `${id}-${name}`)
      // Of a path that can select several values the first one counts.
      const isSeveral = from.startsWith('$') && parsePlainPath(from) === undefined
      frame.setOutput(id, name, `{{${variable}${isSeveral ? '[0]' : ''}}}`)
    }
}
