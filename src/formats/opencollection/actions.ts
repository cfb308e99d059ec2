import type { JsonObject } from '../../model/json.ts'
import { mapping, text } from '../../util/read-values.ts'
import { isCookies } from './header-lines.ts'

/** A variable that is set after the answer: its name, and the expression of JavaScript that it gets. */
interface SetVariable {
  readonly name: string
  readonly expression: string
}

/** The variable that an action sets; undefined for any other action. */
export function variableOf(action: JsonObject): SetVariable | undefined {
  const name = text(mapping(action['variable'])['name']) ?? ''
  const expression = text(mapping(action['selector'])['expression'])?.trim() ?? ''
  const isAfter = action['type'] === 'set-variable' && action['phase'] === 'after-response'
  return isAfter && name !== '' && expression !== '' ? { name, expression } : undefined
}

/** The part of an answer that an expression stands for, as suites name it; undefined for any other expression. */
export function targetOf(expression: string): string | undefined {
  if (/^res\.(?:status|getStatus\(\))$/.test(expression)) return 'status'
  const header = /^res\.(?:headers\[(["'])([\w-]+)\1\]|headers\.(\w+)|getHeader\((["'])([\w-]+)\4\))$/.exec(
    expression,
  )
  const name = header?.[2] ?? header?.[3] ?? header?.[5]
  if (name !== undefined) return isCookies(name) ? undefined : `header ${name}`
  const [, called] = /^res\((["'])([A-Za-z_$][\w$.[\]]*)\1\)$/.exec(expression)?.slice(1) ?? []
  const inside =
    called === undefined ? /^res\.(?:body|getBody\(\))(.*)$/s.exec(expression)?.[1] : `.${called}`
  return inside !== undefined &&
    /^(?:\??\.[A-Za-z_$][\w$]*|(?:\?\.)?\[\d+\]|\[(["'])[\w -]+\1\])*$/.test(inside)
    ? `$${inside.replaceAll('?.[', '[').replaceAll('?.', '.')}`
    : undefined
}

/** An action as a statement of Bruno. There, an expression that fails sets nothing, and no test fails. */
export function actionScript({ name, expression }: SetVariable): string {
  return `try {\n  bru.setVar(${JSON.stringify(name)}, ${expression});\n} catch {}`
}

/** Extracts for the actions of a request that say no more than which part of the answer they take. */
export function extractsOf(actions: readonly JsonObject[]): JsonObject {
  return Object.fromEntries(
    actions.flatMap(action => {
      const variable = action['disabled'] === true ? undefined : variableOf(action)
      const from = variable === undefined ? undefined : targetOf(variable.expression)
      return variable === undefined || from === undefined ? [] : [[variable.name, { from, optional: true }]]
    }),
  )
}
