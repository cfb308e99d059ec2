import type { JsonObject } from '../model/json.ts'
import { possibleVariables } from '../template/member-path.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'
import { renderVariable } from '../template/render.ts'
import type { RenderProblem } from '../template/render-problem.ts'
import type { Scope } from '../template/scope.ts'
import { parseTemplate, type Placeholder } from '../template/template.ts'
import { valueText } from '../util/value-text.ts'

/** A segment that is empty, or that every URL parser takes out together with the one before it. */
const suspicious = /[^:]\/(?:\/|[?#]|$)|[\\/](?:\.|%2e){1,2}(?:[\\/?#]|$)/i

/** A segment of dots in a text that begins and ends with what is beside it. */
const dotted = /[\\/](?:\.|%2e){1,2}(?:[\\/?#]|$)/i

/**
 * Placeholders in the path of a URL that an answer, a round or a caller has given a value that makes another path of it:
 * `DELETE /pets/{{id}}` must not become `DELETE /pets/`, or `DELETE /` where the id is `..`. What a variable of the
 * suite or a row says is taken as it is, but for what it is given itself.
 */
export function unfitInPath(
  key: string,
  { [key]: written }: JsonObject,
  { [key]: rendered }: JsonObject,
  scope: Scope,
): readonly RenderProblem[] {
  if (typeof written !== 'string' || typeof rendered !== 'string' || !suspicious.test(rendered)) return []
  const problems: RenderProblem[] = []
  const parts = partsOf(written, scope)
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string' && /[?#]/.test(part)) break
    if (typeof part === 'string' || !isGiven(part.name, scope)) continue
    const [before = '', after = ''] = [parts[index - 1], parts[index + 1]].map(textOf)
    const why = index === 0 || /:\/\/$/.test(before) ? undefined : unfit(part, before, after, scope)
    if (why === undefined) continue
    const { name, offset } = part
    problems.push({ name, kind: 'unknown', path: [key], offset, ...why })
  }
  return problems
}

/** The parts of a text, those of the texts that variables of the suite stand for among them. */
function partsOf(text: string, scope: Scope, offset?: number): readonly (string | Placeholder)[] {
  return parseTemplate(text).parts.flatMap(part => {
    if (typeof part === 'string') return [part]
    const placed = { ...part, offset: offset ?? part.offset }
    const found = scope.find(part.name)
    if (found === undefined || found.literal || found.secret || typeof found.value !== 'string')
      return [placed]
    return partsOf(found.value, scope, placed.offset)
  })
}

function unfit(
  { name }: Placeholder,
  before: string,
  after: string,
  scope: Scope,
): Pick<RenderProblem, 'message' | 'hint'> | undefined {
  const rendered = renderVariable(name, scope)
  const value = rendered.ok ? valueText(rendered.value) : undefined
  if (value === '' && before.endsWith('/') && /^(?:$|[/?#])/.test(after))
    return {
      message: `{{${name}}} is empty, which makes another path of it`,
      hint: 'Ask for it with `when`.',
    }
  if (value === undefined || !dotted.test(before.slice(-1) + value + after.slice(0, 1))) return undefined
  const message = `{{${name}}} is ${value}, whose dots make another path of it`
  return value.includes('/')
    ? { message, hint: `Write {{${name} | url}} where it is one segment.` }
    : { message }
}

/** Whether a value, or something in it, came in while the suite ran. */
function isGiven(name: string, scope: Scope): boolean {
  const [subject = ''] = name.split('|').map(part => part.trim())
  const found = possibleVariables(subject)
    .map(one => scope.find(one))
    .find(one => one !== undefined)
  if (found === undefined || found.secret) return false
  return found.literal || placeholdersIn(found.value).some(inner => isGiven(inner.name, scope))
}

/** What of a part is known to stand beside a placeholder. */
function textOf(part: string | Placeholder | undefined): string {
  return typeof part === 'object' ? '{{' : (part ?? '')
}
