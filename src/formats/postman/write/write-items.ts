import type { CollectionItem, Folder, FolderContents, SavedRequest } from '../../../model/collection.ts'
import type { JsonObject } from '../../../model/json.ts'
import { actionOf } from '../../../parse/build-step.ts'
import { ConversionLog } from '../conversion-log.ts'
import { restored } from '../kept.ts'
import { amendedEvents } from './amend-events.ts'
import { memberAt, objectAt, objectOf, textAt, withoutUndefined } from '../parts.ts'
import { readFolder, within } from '../read/read-group.ts'
import { readRequest } from '../read/read-request.ts'
import { isJudged, scriptTexts, sharedSaid, translationOf } from '../read/read-events.ts'
import { withGrantedRules } from '../granted-rules.ts'
import { defined } from '../../../util/defined.ts'
import { jsonEqual } from '../../../util/json-equal.ts'
import { losesRemarks, withoutRemarks } from '../../amend-script.ts'
import type { Said } from '../../former-scripts.ts'
import type { Say } from '../../told.ts'
import type { Phase } from '../../left-parts.ts'
import type { Context } from '../context.ts'
import type { JsonTypes } from '../../../compile/json-types.ts'
import { WaitingSteps } from './waiting-steps.ts'
import { writeExample } from './write-example.ts'
import { writeGroup } from './write-group.ts'
import { reportUnsayable, writeRequest } from './write-request.ts'

/** The settings that written items inherit, and the results that come of them beside their own text. */
export interface Writing {
  /** As the collection that is written says it. */
  readonly around: Context
  /** Headers of the settings above. */
  readonly headers: JsonObject
  /** True where steps that say nothing of the status get a test that does. */
  readonly judgesStatus: boolean
  /** How variables stand in JSON. */
  readonly types: JsonTypes
  /** Takes variables of a folder, which Postman only has at the collection. */
  readonly addVariables: (variables: JsonObject, secrets: JsonObject, log: ConversionLog) => void
  readonly countRequest: () => void
  /** Writes a step that version 2.1 has not, in its own way; undefined for one that it has not, either. */
  readonly writeOther?: ((request: SavedRequest, log: ConversionLog) => JsonObject | undefined) | undefined
  /** Hears of each folder and request what it became. */
  readonly onWritten?: ((item: JsonObject, from: CollectionItem) => void) | undefined
}

/** The items of a folder, its clean-up last. */
export function writeItems(contents: Omit<FolderContents, 'kept'>, writing: Writing): readonly JsonObject[] {
  const waiting = new WaitingSteps(writing.around.log)
  const items = contents.items.flatMap((item): JsonObject[] => {
    if (item.kind === 'folder') return [writeFolder(item, writing)]
    return waiting.takes(item.step) ? [] : [...writeRequestItem(item, waiting.joined(item.step), writing)]
  })
  waiting.end()
  const { after = [] } = contents
  if (after.length === 0) return items
  const cleanUp: Folder = { kind: 'folder', name: 'after', items: after }
  writing.around.log.note('after', 'it is the last folder; Postman runs it after failures, too')
  return [...items, writeFolder(cleanUp, writing)]
}

function writeFolder(folder: Folder, writing: Writing): JsonObject {
  const { kept, ...contents } = folder
  const around = { ...writing.around, log: writing.around.log.below(folder.name) }
  const saved = savedContents(contents)
  const read = (group: JsonObject): JsonObject => readFolder(group, { ...around, log: new ConversionLog() })
  const group = restored(writeGroup({ ...saved, ...lossKeys(contents) }, around.log), kept, {
    saved,
    read,
    amend: one => amendedEvents(one, objectAt(saved, 'settings'), sharedSaid),
  })
  if (memberAt(group, 'variable') === undefined)
    writing.addVariables(objectAt(saved, 'variables'), objectAt(saved, 'secrets'), around.log)
  const inside = {
    ...writing,
    around: within(writing.around, group, folder.name),
    headers: { ...writing.headers, ...objectAt(objectAt(saved, 'settings'), 'headers') },
  }
  const { name, description, ...others } = group
  const item = withoutUndefined({ name, description, item: writeItems(contents, inside), ...others })
  writing.onWritten?.(item, folder)
  return item
}

/** The contents that reading a folder gives. */
export function savedContents(contents: Omit<FolderContents, 'kept'>): JsonObject {
  const { name, description, variables, secrets, settings } = contents
  return withoutUndefined({
    name,
    description,
    variables: objectOf(variables ?? {}),
    secrets: objectOf(secrets ?? {}),
    settings: objectOf(settings ?? {}),
  })
}

/** Keys that a folder may have and a collection of Postman has no place for. */
export function lossKeys({
  tags,
  skip,
  environment,
  inputs,
  exclusive,
  mocks,
  data,
}: Omit<FolderContents, 'kept'>): JsonObject {
  return withoutUndefined({
    tags: tags === undefined || tags.length === 0 ? undefined : tags,
    skip,
    environment,
    inputs,
    exclusive: exclusive === true ? true : undefined,
    mocks,
    data,
  })
}

function writeRequestItem(
  request: SavedRequest,
  step: JsonObject,
  { around, headers, judgesStatus, types, ...heard }: Writing,
): readonly JsonObject[] {
  const { kept, examples = [] } = request
  const log = around.log.below(textAt(step, 'name') ?? textAt(step, 'request') ?? '')
  if (typeof step['request'] !== 'string') {
    const other = heard.writeOther?.(request, log)
    if (other === undefined)
      log.lose(`step ${actionOf(step) ?? ''}`, 'a collection of Postman has only requests')
    else heard.countRequest()
    return other === undefined ? [] : [other]
  }
  heard.countRequest()
  reportUnsayable(step, log)
  const read = (item: JsonObject): JsonObject => readRequest(item, { ...around, log: new ConversionLog() })
  const judges = judgesStatus || isJudged(step, memberAt(kept?.['postman'], 'event'), around)
  const written = writeRequest(step, { headers, judgesStatus: judges, types, log })
  const says = (source: string, phase: Phase): Said => translationOf(source, phase, around)
  const lost = new Map<string, string>()
  const lose: Say = (what, why) => lost.set(what, why)
  const amend = (one: JsonObject): JsonObject =>
    amendedEvents(one, withGrantedRules(step, judges), says, lose)
  // A script leaves a request out, which its former ones do not.
  const saved = step['skip'] === undefined ? step : defined({ ...step, scripts: read(written)['scripts'] })
  const whole = restored(written, kept, { saved, read, amend })
  const item = { ...whole, response: examples.map(writeExample) }
  const former = scriptTexts({ event: memberAt(kept?.['postman'], 'event') ?? null })
  const isAnew = jsonEqual(memberAt(whole, 'event') ?? null, memberAt(written, 'event') ?? null)
  if (isAnew && losesRemarks(former.join('\n'), scriptTexts(whole).join('\n')))
    lost.set('script', withoutRemarks)
  for (const [what, why] of lost) log.lose(what, why)
  for (const name of Object.keys(objectAt(step, 'extracts'))) around.extracted.add(name)
  heard.onWritten?.(item, request)
  return [item]
}
