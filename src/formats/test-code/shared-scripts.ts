import { joinScripts } from '../../compile/join-settings.ts'
import type { CollectionItem, FolderContents, SavedRequest } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { isList } from '../../util/is-json.ts'
import { list, mapping } from '../../util/read-values.ts'
import { translateScript } from '../postman/scripts/understand/translate-script.ts'
import type { Translation } from '../postman/scripts/understand/statement-report.ts'

/**
 * The collection with what the scripts of its folders say, which run for every request below, said by the requests themselves
 * as far as the suite language can. What it cannot stays a script, of the request or of the folder.
 */
export function spreadScripts<Contents extends FolderContents>(
  contents: Contents,
  outer: readonly Translation[] = [],
): Contents {
  const { scripts, ...settings } = contents.settings ?? {}
  const { before, after } = mapping(scripts)
  const own = textsOf(after).map(source => translateScript(source, 'after'))
  const all = [...outer, ...own]
  const spread = (request: SavedRequest): SavedRequest =>
    all.length === 0 ? request : { ...request, step: withChecks(request.step, all) }
  const items = contents.items.map((item): CollectionItem =>
    item.kind === 'folder' ? spreadScripts(item, all) : spread(item),
  )
  const rest = before === undefined ? settings : { ...settings, scripts: { before } }
  return {
    ...contents,
    ...defined({
      settings: contents.settings === undefined ? undefined : rest,
      after: contents.after?.map(spread),
    }),
    items,
  }
}

function textsOf(scripts: unknown): readonly string[] {
  return (typeof scripts === 'string' ? [scripts] : list(scripts)).filter(text => typeof text === 'string')
}

/** A step that also checks what scripts around it do, before its own checks. */
function withChecks(step: JsonObject, around: readonly Translation[]): JsonObject {
  const checks = around.flatMap(({ validations }) => validations)
  // A variable that is set after every request is no extract: that would fail where there is nothing to extract.
  const left = around.filter(({ rest, extracts }) => rest.trim() !== '' || Object.keys(extracts).length > 0)
  const scripts = left.map(({ rest }) => (rest.trim() === '' ? '// sets variables' : rest))
  return defined({
    ...step,
    validations: checks.length === 0 ? step['validations'] : [...checks, ...validationsOf(step)],
    scripts: scripts.length === 0 ? step['scripts'] : joinScripts({ after: scripts }, step['scripts']),
  })
}

function validationsOf({ validations = [] }: JsonObject): readonly JsonValue[] {
  return isList(validations) ? validations : [validations]
}
