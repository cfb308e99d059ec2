import { literalText } from '../../compile/literal-text.ts'
import type { SavedRequest } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Span } from '../../model/span.ts'
import { isObject } from '../../util/is-json.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { digestOf } from '../kept-text.ts'
import type { Tell, Told } from '../told.ts'
import type { ArazzoDocument, Workflow } from './arazzo-document.ts'
import type { Bases } from './bases.ts'
import { actionsOf, type FindInput, Frame, inputSchemas } from './frame.ts'
import { withJumps } from './jumps.ts'
import type { VariableNames } from './names.ts'
import { nextOf, retryOf } from './next-step.ts'
import { operationById, operationByPath } from './operation.ts'
import { nameOutputs } from './output.ts'
import { parametersOf, stepOfCall, type StepReading } from './step-request.ts'

/** The parts that all workflows of a document share. */
export interface Making {
  readonly document: ArazzoDocument
  readonly told: Told
  readonly bases: Bases
  /** Steps that may still be made: workflows that use others come to more than are written. */
  left: number
}

/** A workflow in steps. */
export interface MadeWorkflow {
  readonly requests: readonly SavedRequest[]
  /** Of each request, in their order. */
  readonly places: readonly Span[]
  readonly outputs: ReadonlyMap<string, JsonValue>
}

/** The requests of a step, and where they stand. */
type MadeStep = Pick<MadeWorkflow, 'requests' | 'places'>

/** A step that cannot be sent. */
const nothing: MadeStep = { requests: [], places: [] }

/** Makes the steps of a workflow; those of workflows that it uses stand in the place of the steps that do. */
export function makeWorkflow(frame: Frame, names: VariableNames, making: Making): MadeWorkflow {
  return new WorkflowMaker(frame, names, making).make()
}

class WorkflowMaker {
  readonly #frame: Frame
  readonly #names: VariableNames
  readonly #making: Making
  readonly #document: ArazzoDocument
  readonly #steps: readonly JsonObject[]

  constructor(frame: Frame, names: VariableNames, making: Making) {
    this.#frame = frame
    this.#names = names
    this.#making = making
    this.#document = frame.workflow.document
    this.#steps = list(frame.workflow.value['steps']).map(step => (isObject(step) ? step : {}))
  }

  make(): MadeWorkflow {
    const { value } = this.#frame.workflow
    const before = list(value['dependsOn']).map(id => this.#dependency(valueText(id)))
    const steps = this.#inOrder()
    if (steps.length === 0) this.#tell('', []).lose('steps', 'there are none')
    nameOutputs(
      steps.map(step => ({ id: this.#idOf(step), step })),
      this.#frame,
      this.#names,
    )
    const made = steps.map(step => this.#step(step))
    const requests = withJumps(
      made.map(one => one.requests),
      steps.flatMap((step, index) => this.#jumps(step, index, steps)),
    )
    const kept = requests.map((own, index) => withKept({ step: this.#idOf(steps[index] ?? {}) }, own))
    return {
      requests: [...before.map(one => one.requests), ...kept].flat(),
      places: [...before, ...made].flatMap(({ places }) => places),
      outputs: this.#frame.results(this.#tell('outputs', [])),
    }
  }

  #tell(where: string, path: readonly (string | number)[]): Tell {
    const { told } = this.#making
    const place = this.#document.source.spanOf(['workflows', this.#frame.workflow.index, ...path])
    return told.tell([...this.#frame.where, where].filter(part => part !== '').join(' / '), place)
  }

  #tellOf(step: JsonObject): Tell {
    return this.#tell(this.#idOf(step), ['steps', this.#indexOf(step)])
  }

  #reading(step: JsonObject): StepReading {
    return { step, id: this.#idOf(step), frame: this.#frame, tell: this.#tellOf(step) }
  }

  #indexOf(step: JsonObject): number {
    return this.#steps.indexOf(step)
  }

  #idOf(step: JsonObject): string {
    return text(step['stepId']) ?? `step ${this.#indexOf(step) + 1}`
  }

  /** The steps, those that others wait for in front of these. */
  #inOrder(): readonly JsonObject[] {
    const steps = this.#steps
    const sorted: JsonObject[] = []
    const visit = (step: JsonObject, above: readonly JsonObject[]): void => {
      if (sorted.includes(step)) return
      for (const id of list(step['dependsOn']).map(valueText)) {
        const wanted = id.replace(/^\$steps\./, '')
        const other = steps.find(one => text(one['stepId']) === wanted)
        if (other === undefined) this.#tellOf(step).lose(`dependsOn ${id}`, 'there is no such step')
        else if (above.includes(other)) this.#tellOf(step).lose(`dependsOn ${id}`, 'they wait for each other')
        else visit(other, [...above, step])
      }
      sorted.push(step)
    }
    for (const step of steps) visit(step, [step])
    return sorted
  }

  #step(step: JsonObject): MadeStep {
    const tell = this.#tellOf(step)
    if (this.#making.left-- <= 0) return nothing
    if (step['workflowId'] !== undefined) return this.#use(step, tell)
    const { operationId, operationPath, channelPath, action } = step
    const id = text(operationId)
    const path = text(operationPath)
    if (channelPath !== undefined || action !== undefined) {
      const what = channelPath === undefined ? `operationId ${id ?? ''}` : 'channelPath'
      tell.lose(
        `${what}, action: ${valueText(action ?? 'none')}`,
        'the document names no broker: write a kafka or an amqp step',
      )
      return nothing
    }
    const call =
      id !== undefined
        ? operationById(id, this.#document)
        : path !== undefined
          ? operationByPath(path, this.#document)
          : 'it says neither operationId nor operationPath nor workflowId'
    if (typeof call !== 'string') {
      if (call.operation === undefined) this.#tellUnread()
      const made = stepOfCall(call, this.#making.bases.of(call), this.#reading(step))
      const place = ['workflows', this.#frame.workflow.index, 'steps', this.#indexOf(step)]
      return { requests: [{ kind: 'request', step: made }], places: [this.#document.source.spanOf(place)] }
    }
    tell.lose(
      id !== undefined ? `operationId ${id}` : path === undefined ? 'step' : `operationPath ${path}`,
      call,
    )
    this.#tellUnread()
    return nothing
  }

  #tellUnread(): void {
    for (const [name, one] of this.#document.sources)
      if (one.kind === 'none')
        this.#making.told
          .tell('', this.#document.source.spanOf(['sourceDescriptions']))
          .lose(`source description ${name} (${one.url})`, one.why)
  }

  #jumps(step: JsonObject, from: number, steps: readonly JsonObject[]): ReturnType<typeof nextOf> {
    const tell = this.#tellOf(step)
    return nextOf(actionsOf(step, this.#frame.workflow, 'Success', tell), {
      from,
      ids: steps.map(one => this.#idOf(one)),
      own: this.#idOf(step),
      resolve: one => this.#frame.find(one),
      variable: name => this.#names.take(name, `${this.#idOf(step)}-${name}`),
      tell,
    })
  }

  #dependency(written: string): MadeStep {
    const tell = this.#tell('', [])
    const { workflow, why } = this.#workflowOf(written)
    if (workflow === undefined) tell.lose(`dependsOn ${written}`, why)
    if (workflow === undefined) return nothing
    const made = this.#used(workflow, new Map(), tell)
    const requests = withKept({ dependsOn: written }, below(workflow.id, made.requests))
    return { requests, places: made.places }
  }

  /** The steps of a workflow that a step uses, in its place. */
  #use(step: JsonObject, tell: Tell): MadeStep {
    const written = valueText(step['workflowId'] ?? '')
    const { workflow, why } = this.#workflowOf(written)
    if (workflow === undefined) tell.lose(`workflowId ${written}`, why)
    if (workflow === undefined) return nothing
    const given = new Map(parametersOf(this.#reading(step)).map(({ name, value }) => [name, value]))
    const made = this.#used(workflow, given, tell)
    this.#frame.called = made.outputs
    for (const [name, value] of Object.entries(mapping(step['outputs'])))
      this.#frame.setOutput(this.#idOf(step), name, this.#frame.valueOf(value, tell))
    this.#frame.called = undefined
    for (const [name, value] of made.outputs)
      if (this.#frame.outputOf(this.#idOf(step), name) === undefined)
        this.#frame.setOutput(this.#idOf(step), name, value)
    for (const key of ['successCriteria', 'requestBody'])
      if (step[key] !== undefined) tell.lose(key, 'a step that uses a workflow has none in a suite')
    const failure = retryOf(
      actionsOf(step, this.#frame.workflow, 'Failure', tell),
      one => this.#frame.find(one),
      tell,
    )
    if (failure['retry'] !== undefined) tell.lose('onFailure retry', 'a workflow is not tried again')
    return { requests: below(this.#idOf(step), made.requests), places: made.places }
  }

  #used(workflow: Workflow, given: ReadonlyMap<string, JsonValue>, tell: Tell): MadeWorkflow {
    const outer = this.#frame
    const schemas = inputSchemas(workflow)
    const inputs: FindInput = (name, used) => {
      if (used !== undefined) return outer.inputOf(name, used)
      const own = given.get(name)
      if (own !== undefined) return own
      if (schemas.get(name)?.['default'] !== undefined) return outer.inputOf(name, workflow)
      tell.note(
        `input ${name} of ${workflow.id}`,
        'it is given no value: it is an input of what uses it, too',
      )
      return outer.inputOf(name)
    }
    const where = this.#making.document.workflows.size > 1 ? [workflow.id] : outer.where
    const frame = new Frame(workflow, where, [...outer.using, outer.workflow], inputs)
    const made = makeWorkflow(frame, this.#names, this.#making)
    outer.setOthers(workflow.id, given, made.outputs)
    return made
  }

  #workflowOf(written: string): { readonly workflow?: Workflow; readonly why: string } {
    const [, source, id] = /^\{?\$sourceDescriptions\.([^.]+)\.([^}]+)\}?$/.exec(written) ?? []
    const one = source === undefined ? undefined : this.#document.sources.get(source)
    if (one?.kind === 'none') this.#tellUnread()
    const document = source === undefined ? this.#document : one?.kind === 'arazzo' ? one.document : undefined
    const workflow = document?.workflows.get(id ?? written)
    if (workflow === undefined) return { why: 'there is no such workflow' }
    const { using, workflow: own } = this.#frame
    return [...using, own].includes(workflow) ? { why: 'it would use itself' } : { workflow, why: '' }
  }
}

/** The requests of a step, or of a workflow in front, with what these are, each as it is now, and the digest of them all. */
function withKept(of: JsonObject, requests: readonly SavedRequest[]): readonly SavedRequest[] {
  const digest = digestOf(requests.map(one => one.step))
  return requests.map(one => ({
    ...one,
    kept: { arazzo: { ...of, digest, imported: one.step } },
  }))
}

/** Requests with a name in front of theirs. */
function below(name: string, requests: readonly SavedRequest[]): readonly SavedRequest[] {
  return requests.map(one => ({
    ...one,
    step: { ...one.step, name: `${literalText(name)} / ${valueText(one.step['name'] ?? '')}` },
  }))
}
