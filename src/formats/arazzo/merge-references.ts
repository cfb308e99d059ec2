import type { Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'

/** Tells where the workflows of a document refer to a step, an output or a workflow that was there before, and is gone. */
export function lostReferences(
  before: JsonObject,
  now: JsonObject,
  nameOf: (workflow: string) => string,
): readonly Loss[] {
  const former = new Map(workflowsOf(before).map(one => [idOf(one), brokenIn(one, before)]))
  return workflowsOf(now).flatMap(workflow => {
    const id = idOf(workflow)
    const known = new Set(former.get(id)?.map(({ what }) => what))
    return brokenIn(workflow, now)
      .filter(({ what }) => !known.has(what))
      .map(({ place, what, why }) => ({ where: [nameOf(id), ...place].join(' / '), what, why }))
  })
}

function workflowsOf(document: JsonObject): readonly JsonObject[] {
  return list(document['workflows']).map(mapping)
}

function idOf(workflow: JsonObject): string {
  return text(workflow['workflowId']) ?? ''
}

/** A reference that leads nowhere, and the names on the way to it. */
interface Broken {
  readonly place: readonly string[]
  readonly what: string
  readonly why: string
}

function brokenIn(workflow: JsonObject, document: JsonObject): readonly Broken[] {
  const { steps, ...others } = workflow
  const own = list(steps).map(mapping)
  const finder = new BrokenReferences(own, workflowsOf(document))
  return [
    ...Object.entries(others).flatMap(([key, value]) => finder.find({ [key]: value }, [key])),
    ...own.flatMap(step => finder.find(step, [text(step['stepId']) ?? ''])),
  ]
}

class BrokenReferences {
  readonly #steps: readonly JsonObject[]
  readonly #workflows: readonly JsonObject[]

  constructor(steps: readonly JsonObject[], workflows: readonly JsonObject[]) {
    this.#steps = steps
    this.#workflows = workflows
  }

  find(part: JsonObject, place: readonly string[]): readonly Broken[] {
    const all = new Map<string, string | undefined>()
    for (const written of textsIn(part)) {
      for (const [what, step = '', output = ''] of written.matchAll(/\$steps\.([\w-]+)\.outputs\.([\w-]+)/g))
        all.set(what, this.#ofOutput(step, output))
      for (const [what, id = '', output = ''] of written.matchAll(
        /\$workflows\.([\w-]+)\.outputs\.([\w-]+)/g,
      ))
        all.set(what, this.#ofWorkflow(id, output))
    }
    for (const [key, id] of namesIn(part)) {
      const isStep = key === 'stepId' || (key === 'dependsOn' && part['stepId'] !== undefined)
      const name = isStep ? id.replace(/^\$steps\./, '') : id
      all.set(`${key} ${id}`, isStep ? this.#ofStep(name) : this.#ofWorkflow(name))
    }
    return [...all].flatMap(([what, why]) => (why === undefined ? [] : [{ place, what, why }]))
  }

  #ofStep(id: string): string | undefined {
    return this.#steps.some(one => one['stepId'] === id) ? undefined : `the step ${id} is gone`
  }

  #ofOutput(id: string, output: string): string | undefined {
    const step = this.#steps.find(one => one['stepId'] === id)
    // The outputs of a workflow that a step uses are its own, too.
    const isThere = step?.['workflowId'] !== undefined || Object.hasOwn(mapping(step?.['outputs']), output)
    return this.#ofStep(id) ?? (isThere ? undefined : `the step ${id} has no output ${output} any more`)
  }

  #ofWorkflow(id: string, output?: string): string | undefined {
    const workflow = this.#workflows.find(one => idOf(one) === id)
    if (id.startsWith('$')) return undefined
    if (workflow === undefined) return `the workflow ${id} is gone`
    const isThere = output === undefined || Object.hasOwn(mapping(workflow['outputs']), output)
    return isThere ? undefined : `the workflow ${id} has no output ${output} any more`
  }
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (isList(value)) return value.flatMap(textsIn)
  return isObject(value) ? Object.values(value).flatMap(textsIn) : []
}

/** The ids of steps and workflows that a step or a part of a workflow goes to, waits for or uses. */
function namesIn(part: JsonObject): readonly (readonly [string, string])[] {
  const actions = ['onSuccess', 'onFailure', 'successActions', 'failureActions'].flatMap(key =>
    list(part[key]).map(mapping),
  )
  const goals = actions.flatMap(({ stepId, workflowId }) => Object.entries({ stepId, workflowId }))
  const used = part['stepId'] === undefined ? [] : [['workflowId', part['workflowId']] as const]
  const awaited = list(part['dependsOn']).map(one => ['dependsOn', one] as const)
  return [...goals, ...used, ...awaited].flatMap(([key, value]) =>
    value === undefined ? [] : [[key, valueText(value)] as const],
  )
}
