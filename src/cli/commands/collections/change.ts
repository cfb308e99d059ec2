import type { JsonObject } from '../../../model/json.ts'
import { type Result, usageProblem, usageRefusal } from '../../../model/problem.ts'
import { changeSaved } from '../../../operations/saved/change-saved.ts'
import { isObject } from '../../../util/is-json.ts'
import { readTextArgument } from '../../call/read-text-argument.ts'
import { readValue } from '../../call/read-value.ts'
import { defineCommand, text, texts } from '../../command.ts'
import { hostOf } from '../../host.ts'
import { printAside } from '../../print.ts'
import { refuse } from '../../print-result.ts'
import { readFields } from '../../saved/read-fields.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'
import { confirm, placeArgument, placeNeeded } from './confirm.ts'

/** `apitest collections change`: fields by their dotted names, or a merge patch. */
export const command = defineCommand({
  operations: [changeSaved],
  positionals: {
    ...placeArgument,
    fields: {
      array: true,
      describe: 'name=value: request, headers.X-Tenant, retry.attempts, settings.proxy',
    },
  },
  needs: placeNeeded,
  options: {
    ...savedOptions,
    unset: { ...texts, describe: 'Field to take away: headers.X-Tenant; repeatable' },
    patch: { ...text, describe: 'Everything that changes as one JSON object, null for what goes; @FILE, -' },
  },
  async run(given) {
    const { place, fields = [], unset = [] } = given
    const patch = await readPatch(given.patch)
    const read = patch.ok ? await readFields(fields, unset, patch.value) : patch
    if (!read.ok) return refuse(read.problems)
    if (Object.keys(read.value).length === 0)
      return refuse([usageProblem('there is nothing to change', 'Write headers.X-Tenant=acme, or --unset.')])
    const answer = await changeSaved.run({ ...projectOf(given), place, change: read.value }, hostOf())
    if (answer.ok) for (const note of answer.value.notes) printAside(`${note}\n`)
    return confirm(answer, given, { change: 'changed', place })
  },
})

async function readPatch(written: string | undefined): Promise<Result<JsonObject>> {
  if (written === undefined) return { ok: true, value: {} }
  const content = await readTextArgument('--patch', written)
  const read = content.ok ? await readValue('--patch', content.value) : content
  if (!read.ok) return read
  if (isObject(read.value)) return { ok: true, value: read.value }
  return usageRefusal('--patch is not a JSON object', 'Write --patch \'{"headers": {"X-Tenant": "acme"}}\'.')
}
