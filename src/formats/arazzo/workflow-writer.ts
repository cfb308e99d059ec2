import { isRequest } from '../../compile/suite-parts.ts'
import { settingsWithin } from '../../compile/request-of-step.ts'
import { collectionVariables } from '../../compile/written-variables.ts'
import type { Collection, FolderContents } from '../../model/collection.ts'
import type { Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { stepName } from '../../parse/build-step.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { list, mapping, text, texts } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Say } from '../told.ts'
import type { StepAnew } from './merge-step.ts'
import type { MinimalDescription } from './minimal-description.ts'
import { VariableNames } from './names.ts'
import { writeStep } from './write-step.ts'

/** A name as Arazzo has them. */
export function idOf(name: string): string {
  return name.replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, '') || 'step'
}

/** Writes a suite as a workflow. */
export class WorkflowWriter {
  readonly losses: Loss[] = []
  readonly notes: Loss[] = []
  created = 0
  readonly #suite: JsonObject
  readonly #values: JsonObject
  /** Names of variables whose values are written nowhere. */
  readonly #secrets: ReadonlySet<string>
  readonly #settings: JsonObject
  readonly #description: MinimalDescription
  /** The expressions that stand for variables, as far as they are known by now. */
  readonly #expressions = new Map<string, string>()
  /** Expressions of a document that was imported, which stay as they are. */
  #former: ReadonlyMap<string, string> = new Map()
  readonly #inputs: Record<string, JsonObject> = {}
  readonly #where: string

  constructor(suite: JsonObject, collection: Collection, description: MinimalDescription) {
    this.#suite = suite
    this.#where = text(suite['suite']) ?? collection.name
    this.#values = {
      ...collection.project?.variables,
      ...collection.project?.secrets,
      ...collectionVariables(collection),
      ...mapping(suite['variables']),
      ...mapping(suite['secrets']),
    }
    this.#secrets = new Set([
      ...secretNames(collection),
      ...Object.keys(collection.project?.secrets ?? {}),
      ...collection.environments.flatMap(({ secrets }) => Object.keys(secrets)),
    ])
    this.#settings = settingsWithin([{ name: '', items: [], settings: mapping(suite['settings']) }])
    this.#description = description
  }

  write(id: string): JsonObject | undefined {
    for (const key of ['data', 'skip'])
      if (this.#suite[key] !== undefined) this.#lose(this.#where, key, 'Arazzo has no word for it')
    const ids = new VariableNames([])
    const steps = list(this.#suite['steps']).flatMap(step => this.#step(mapping(step), ids) ?? [])
    const after = list(this.#suite['after']).map(mapping)
    if (after.length > 0) this.#lose(this.#where, 'after', 'it is not sent once a step has failed')
    const last = after.flatMap(step => this.#step(step, ids) ?? [])
    if (steps.length + last.length === 0) return undefined
    const said = text(this.#suite['description'])
    const required = texts(this.#suite['inputs']).filter(name => this.#inputs[name] !== undefined)
    return {
      workflowId: id,
      ...(said === undefined ? {} : { summary: said }),
      ...(Object.keys(this.#inputs).length === 0
        ? {}
        : {
            inputs: {
              type: 'object',
              ...(required.length === 0 ? {} : { required }),
              properties: this.#inputs,
            },
          }),
      steps: [...steps, ...last],
    }
  }

  /** The steps of a workflow that was imported, each with what of it is lost. */
  stepsOf({ items, kept: { arazzo } = {} }: FolderContents): readonly StepAnew[] {
    this.#former = new Map(
      Object.entries(mapping(mapping(arazzo)['expressions'])).map(([name, one]) => [name, valueText(one)]),
    )
    for (const [name, expression] of this.#former) this.#expressions.set(name, expression)
    const kept = items.filter(isRequest).map(one => text(mapping(one.kept?.['arazzo'])['step']))
    const ids = new VariableNames(kept.flatMap(id => id ?? []))
    return list(this.#suite['steps']).map((step, index) => {
      const before = this.losses.length
      const written = this.#step(mapping(step), ids, kept[index])
      return { step: written, losses: this.losses.slice(before) }
    })
  }

  #lose(where: string, what: string, why: string): void {
    if (!this.losses.some(one => one.where === where && one.what === what))
      this.losses.push({ where, what, why })
  }

  #step(step: JsonObject, ids: VariableNames, given?: string): JsonObject | undefined {
    const where = `${this.#where} / ${stepName(step)}`
    const id = given ?? ids.take(idOf(stepName(step)))
    const lose: Say = (what, why) => {
      this.#lose(where, what, why)
    }
    for (const [name, value] of Object.entries({ ...mapping(step['variables']), ...mapping(step['set']) }))
      this.#assign(name, value, lose)
    if (step['set'] !== undefined) return undefined
    const written = writeStep(step, {
      id,
      settings: this.#settings,
      description: this.#description,
      addressOf: address => this.#addressOf(address, 0),
      serverOf: address => this.#serverOf(address),
      write: value => this.#write(value, lose),
      lose,
      note: (what, why) => {
        if (!this.notes.some(one => one.what === what && one.why === why))
          this.notes.push({ where, what, why })
      },
      outputOf: variable => this.#outputOf(id, variable),
      found: (variable, output) => {
        if (!this.#former.has(variable)) this.#expressions.set(variable, `$steps.${id}.outputs.${output}`)
      },
    })
    if (written === undefined) lose(stepName(step), 'workflows have requests alone')
    else this.created++
    return written
  }

  /** The name that a variable has among the outputs of a step. */
  #outputOf(id: string, variable: string): string {
    const front = `$steps.${id}.outputs.`
    const former = this.#former.get(variable) ?? this.#former.get(`${variable}[0]`)
    if (former?.startsWith(front) === true) return former.slice(front.length)
    const own = variable.startsWith(`${id}-`) ? variable.slice(id.length + 1) : variable
    return own.replace(/[^\w-]+/g, '-')
  }

  /** The inputs that the steps so far need. */
  get inputs(): JsonObject {
    return this.#inputs
  }

  /** A variable that a step sets is an input of its own, unless it is another one's value. */
  #assign(name: string, value: JsonValue, lose: Say): void {
    const written = this.#write(value, lose)
    if (typeof written === 'string' && /^\$(?:inputs|steps)\.[\w.#/-]+$/.test(written))
      this.#expressions.set(name, written)
    else {
      const input = this.#freeInput(name)
      this.#inputs[input] = this.#secrets.has(name)
        ? this.#secretInput(name, value, lose)
        : { ...typeOf(written), default: written }
      this.#expressions.set(name, `$inputs.${input}`)
    }
  }

  /** An input that has no default: it is the secret that a runner is given. */
  #secretInput(name: string, value: JsonValue, lose: Say): JsonObject {
    if (value !== '' && !valueText(value).includes('{{'))
      lose(`secret ${name}`, 'it is not written: give it as an input')
    return { type: 'string', format: 'password' }
  }

  #freeInput(name: string): string {
    return new VariableNames(Object.keys(this.#inputs)).take(idOf(name))
  }

  /** Where requests go, as the description says it. */
  #serverOf(address: string): string | undefined {
    const known = this.#addressOf(address, 0)
    const why =
      'is not known here: the description says http://localhost, and `respect --server requests=URL` another'
    if (known === undefined && !this.notes.some(({ what }) => what === address))
      this.notes.push({ where: this.#where, what: address, why })
    return known
  }

  /** The text with its variables, as far as they never change. */
  #addressOf(address: string, depth: number): string | undefined {
    if (depth > 10 || address === '') return undefined
    const filled = address.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (whole, name: string) => {
      const value = this.#values[name]
      return value === undefined || this.#secrets.has(name) ? whole : valueText(value)
    })
    if (!filled.includes('{{')) return filled
    return filled === address ? undefined : this.#addressOf(filled, depth + 1)
  }

  #write(value: JsonValue, lose: Say): JsonValue {
    if (isList(value)) return value.map(one => this.#write(one, lose))
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#write(one, lose)]))
    if (typeof value !== 'string') return value
    const [, only] = /^\{\{([^{}]+)\}\}$/.exec(value) ?? []
    if (only !== undefined) return this.#expressionOf(only.trim(), lose)
    return value
      .replace(
        /(?<!\\)\{\{([^{}]+)\}\}/g,
        (_, inside: string) => `{${this.#expressionOf(inside.trim(), lose)}}`,
      )
      .replaceAll('\\{{', '{{')
  }

  #expressionOf(written: string, lose: Say): string {
    const [, name = written, inside = ''] = /^([^.[]+)([.[].*)?$/s.exec(written) ?? []
    const way = (path: string): string =>
      path === '' ? '' : `#${[...path.matchAll(/[^.[\]"]+/g)].map(([part]) => `/${part}`).join('')}`
    const known = this.#expressions.get(written)
    if (known !== undefined) return known
    if (this.#expressions.has(name)) return `${this.#expressions.get(name) ?? ''}${way(inside)}`
    if (written.startsWith('$')) lose(`{{${written}}}`, 'Arazzo makes no values up: give it as an input')
    const whole = written.startsWith('env.') || Object.hasOwn(this.#values, written) ? written : name
    const input = this.#input(whole, lose)
    return `$inputs.${input}${whole === written ? '' : way(inside)}`
  }

  #input(name: string, lose: Say): string {
    const input = idOf(name.replace(/^env\./, ''))
    const value = this.#values[name]
    if (this.#inputs[input] !== undefined) return input
    this.#inputs[input] = { type: 'string' }
    if (this.#secrets.has(name)) {
      this.#inputs[input] = this.#secretInput(name, value ?? '', lose)
      return input
    }
    const address = typeof value === 'string' && value.includes('{{') ? this.#addressOf(value, 0) : undefined
    const written = address ?? value
    if (written === undefined || (typeof written === 'string' && written.includes('{{env.'))) return input
    if (typeof written === 'string' && written.includes('{{'))
      lose(`variable ${name}`, 'it is made of others: give it as an input')
    else this.#inputs[input] = { ...typeOf(written), default: written }
    return input
  }
}

function typeOf(value: JsonValue): JsonObject {
  if (isList(value)) return { type: 'array' }
  if (isObject(value)) return { type: 'object' }
  return value === null
    ? {}
    : { type: typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'number' }
}

/** The names of secrets of a folder, and of all below it. */
function secretNames({ secrets = {}, items }: FolderContents): readonly string[] {
  return [
    ...Object.keys(secrets),
    ...items.flatMap(item => (item.kind === 'folder' ? secretNames(item) : [])),
  ]
}
