import { jsonTypesOf, type JsonTypes, uncertainIn } from '../../compile/json-types.ts'
import { settingsWithin } from '../../compile/request-of-step.ts'
import { collectionVariables, writtenVariables } from '../../compile/written-variables.ts'
import type { Collection, FolderContents, SavedEnvironment, SavedRequest } from '../../model/collection.ts'
import type { Exported, Loss, LostPart } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import { stepName } from '../../parse/build-step.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { filePartsOf, reportOf, titleWithin } from '../file-parts.ts'
import { formerText, unchangedText } from '../kept-text.ts'
import type { MergedChecks } from './checks.ts'
import {
  changedChecks,
  changedKeys,
  type FormerRequest,
  formerRequest,
  requestNames,
  spelledPlaceholders,
} from './former-request.ts'
import type { HttpRequest } from './http-file.ts'
import { isJudgedAlike, isPreparedAlike, mergedRequest } from './merge-request.ts'
import type { TranslateScript } from './request-step.ts'
import type { Change } from './step-parts.ts'
import type { ScriptsOf } from './write-handlers.ts'
import { placeholders } from './client-text.ts'
import { variableLine, withVariables } from './variable-lines.ts'
import { References } from './references.ts'
import { isReadAs, requestLines, type WrittenLines } from './write-request.ts'

/**
 * Writes a collection as a file of requests that JetBrains, VS Code, Visual Studio and httpYac read, and its environments beside
 * it. A request that was imported from such a file and has not changed is written as it was, to the byte. What is judged and taken
 * over is in handlers where there may be some; elsewhere answers are referred to, and nothing is judged.
 */
export function exportHttp(collection: Collection, handlers?: HandlerWriting): Exported {
  const written = filePartsOf(collection, 'http', ['.http', '.rest']).map(({ name, part }) => {
    const writer = new FileWriter(part, handlers)
    return { name, text: writer.write(), created: writer.created, losses: writer.losses }
  })
  const environments = collection.environments.filter(
    one => unchangedText('http', one.kept, valuesOf(one)) === undefined,
  )
  return {
    files: [
      ...written.map(({ name, text }) => ({ name, text })),
      ...(environments.length === 0 ? [] : [environmentFile(environments)]),
    ],
    report: reportOf(collection, written),
  }
}

/** The means of writing handlers. */
export interface HandlerWriting {
  readonly translate: TranslateScript
  readonly scriptsOf: ScriptsOf
  /** True for the client of JetBrains; else only requests that had handlers have some. */
  readonly isJetBrains: boolean
}

/** Variables of an environment as it was read or will be written. */
export function valuesOf({
  variables,
  secrets,
}: Pick<SavedEnvironment, 'variables' | 'secrets'>): JsonObject {
  return { variables, secrets }
}

function variablesOfSteps({ items, after = [] }: FolderContents): readonly string[] {
  return [...items, ...after].flatMap(item =>
    item.kind === 'folder'
      ? variablesOfSteps(item)
      : ['variables', 'set', 'extracts'].flatMap(key => Object.keys(mapping(item.step[key]))),
  )
}

function environmentFile(environments: readonly SavedEnvironment[]): { name: string; text: string } {
  const document = Object.fromEntries(
    environments.map(({ name, variables, secrets }) => [
      name,
      Object.fromEntries(
        Object.entries({ ...variables, ...secrets }).map(([key, value]) => [
          key,
          placeholders(valueText(value)),
        ]),
      ),
    ]),
  )
  return { name: 'http-client.env.json', text: `${JSON.stringify(document, null, 2)}\n` }
}

interface Plan {
  readonly anew: JsonObject
  /** The name that others know the request by; undefined where none needs it. */
  readonly id: string | undefined
  /** True where what judges the answer stays as it is written. */
  readonly isJudged: boolean
  readonly scriptsOf: ScriptsOf | undefined
  readonly checks: MergedChecks | undefined
}

class FileWriter {
  readonly losses: Loss[] = []
  created = 0
  readonly #collection: Collection
  readonly #values: JsonObject
  readonly #changing: ReadonlySet<string>
  readonly #ids = new Set<string>()
  /** Lines for variables that a step sets. */
  #pending: readonly string[] = []
  readonly #references = new References(this.losses)
  #text = ''

  readonly #handlers: HandlerWriting | undefined
  /** Names of requests that others may refer to. */
  readonly #names: readonly string[]
  readonly #types: JsonTypes

  constructor(collection: Collection, handlers: HandlerWriting | undefined) {
    this.#collection = collection
    this.#handlers = handlers
    this.#types = jsonTypesOf(collection)
    this.#names = requestNames(collection)
    const { values, changing } = writtenVariables({ ...collection, environments: [] })
    this.#values = values
    this.#changing = changing
  }

  write(): string {
    const { kept } = this.#collection
    const former = formerText('http', kept)
    const own = collectionVariables({ ...this.#collection, environments: [] })
    if (former === undefined) {
      const lines = Object.entries(this.#values).map(([name, value]) => variableLine(name, value))
      this.#text = lines.length === 0 ? '' : `${lines.join('\n')}\n\n`
    } else this.#text = former
    this.#writeFolder(this.#collection, [])
    this.#references.end(former === undefined)
    if (former === undefined || unchangedText('http', kept, own) !== undefined) return this.#text
    return withVariables(this.#text, own, new Set(variablesOfSteps(this.#collection)))
  }

  #writeFolder(contents: FolderContents, above: readonly FolderContents[]): void {
    const chain = [...above, contents]
    const where = chain.map(({ name }) => name).join(' / ')
    for (const key of ['data', 'mocks', 'load', 'inputs'] as const)
      if (key === 'data' && contents[key] !== undefined)
        this.losses.push({ where, what: key, why: 'a file of requests sends each once' })
    for (const item of contents.items)
      if (item.kind === 'folder') this.#writeFolder(item, chain)
      else this.#writeRequest(item, chain)
    for (const request of contents.after ?? []) this.#writeRequest(request, chain)
  }

  #writeRequest({ step, kept }: SavedRequest, chain: readonly FolderContents[]): void {
    const where = [...chain.map(one => one.name), stepName(step)].join(' / ')
    const same = unchangedText('http', kept, step)
    if (same !== undefined) {
      this.#writeSame(step, same, where)
      return
    }
    const before = formerRequest(kept, step, this.#handlers?.translate)
    this.#keepSet(step, before)
    if (step['set'] !== undefined) return
    const { anew, id, isJudged, scriptsOf, checks } = this.#planOf(step, before)
    const isText = (name: string): boolean => this.#isText(name)
    const written = requestLines(anew, {
      ...{ settings: settingsWithin(chain), isText, id, scriptsOf },
      isJetBrains: this.#handlers?.isJetBrains === true,
      hasChecks: checks !== undefined,
    })
    if (written === undefined) {
      this.losses.push({ where, what: 'step', why: 'a file of requests has requests alone' })
      return
    }
    const title = titleWithin(step['name'], chain)
    const { parts } = written
    const text =
      before === undefined || parts === undefined
        ? this.#block(
            title,
            [...this.#references.needed(step, this.#text, ''), ...this.#pending],
            written.lines,
            formerText('http', kept),
          )
        : this.#merged(before, { step, former: before.former, title, id, parts, checks, isText })
    const lost = [...this.#lossesOf(anew, written, text), ...(before?.lostIn(text) ?? [])]
    this.losses.push(...lost.map(loss => ({ where, ...loss })))
    this.#append(text)
    this.#pending = []
    if (id !== undefined && (scriptsOf === undefined || before !== undefined))
      this.#references.add(
        step,
        { id, where, isChanged: before?.former.isSame('extracts') !== true },
        name => (scriptsOf !== undefined || isJudged) && text.includes(name),
      )
    this.created++
  }

  #lossesOf(anew: JsonObject, { losses, parts }: WrittenLines, text: string): readonly LostPart[] {
    const quoted = uncertainIn(anew, this.#types).map(name => ({
      what: `type of {{${name}}} in the body`,
      why: 'it stands in quotes, a number of an answer too',
    }))
    const why = 'the clients read some lines of it as something else'
    const isText = typeof anew['text'] !== 'string' || isReadAs(text, parts?.body ?? [])
    return [...losses, ...quoted, ...(isText ? [] : [{ what: 'text', why }])]
  }

  /** The parts of a step that are written anew, and how. */
  #planOf(step: JsonObject, before: FormerRequest | undefined): Plan {
    const isJudged = before !== undefined && isJudgedAlike(before.former, before.request)
    const scriptsOf = isJudged ? undefined : this.#scriptsOf(before?.request)
    const refers = step['extracts'] !== undefined && scriptsOf === undefined && !isJudged
    const id = refers || typeof step['id'] === 'string' ? this.#idOf(step) : undefined
    const checks = isJudged ? undefined : changedChecks(step, before)
    const anew = before === undefined ? step : changedKeys(step, before.former, isJudged, checks)
    return { anew, id, isJudged, scriptsOf, checks }
  }

  /** Keeps the variables that a step sets for the request that comes next. */
  #keepSet(step: JsonObject, before: FormerRequest | undefined): void {
    const isAlike =
      before?.former.isSame('variables') === true && isPreparedAlike(before.former, before.request)
    const set = Object.entries({ ...(isAlike ? {} : mapping(step['variables'])), ...mapping(step['set']) })
    this.#pending = [...this.#pending, ...set.map(([variable, value]) => variableLine(variable, value))]
  }

  /** The scripts that become the handlers of a request, which was written like this. */
  #scriptsOf(former: HttpRequest | undefined): ScriptsOf | undefined {
    const had = former !== undefined && former.before.length + former.after.length > 0
    return had || this.#handlers?.isJetBrains === true ? this.#handlers?.scriptsOf : undefined
  }

  #writeSame(step: JsonObject, same: string, where: string): void {
    this.#pending = []
    this.#append(same)
    // A variable that its own handler sets needs no reference.
    if (typeof step['id'] === 'string')
      this.#references.add(step, { id: step['id'], where, isChanged: false }, name => same.includes(name))
    this.created++
  }

  /** A request that was read from a file, with what of it has changed. */
  #merged({ request, behind }: FormerRequest, change: Omit<Change, 'spelled' | 'variables'>): string {
    const placeholders = spelledPlaceholders(request.text, this.#names)
    const spelled = (text: string): string =>
      text.replace(/\{\{[^{}]*\}\}/g, one => placeholders.get(one) ?? one)
    const needed = this.#references.needed(change.step, this.#text, [...placeholders.keys()].join(''))
    return mergedRequest(request, { ...change, spelled, variables: [...needed, ...this.#pending] }) + behind
  }

  #isText(name: string): boolean {
    if (name.startsWith('$')) return !/^\$(?:timestamp|randomInt)(?:\s|$)/.test(name)
    const holdsText = typeof this.#values[name] === 'string' && !this.#changing.has(name)
    return name.startsWith('env.') || holdsText || !(this.#types.bare.has(name) || name.includes('.'))
  }

  /** A request with its separator. Of what stood there before, variables, comments and the end stay. */
  #block(title: string, variables: readonly string[], lines: readonly string[], marked = ''): string {
    const mark = marked.startsWith('\ufeff') ? '\ufeff' : ''
    const former = marked.slice(mark.length)
    const [own = '', ...behind] = former.split(/^(?=###)/m)
    const formerLines = own.split(/\r?\n/)
    const request = formerLines.findIndex(
      (line, index) => !(index === 0 && line.startsWith('###')) && /^[^\s#@/<]/.test(line),
    )
    const kept = formerLines
      .slice(0, Math.max(request, 0))
      .filter(line => /^(?:@|(?:#(?!##)|\/\/)(?!\s*@))/.test(line))
    const end = /[^\s]((?:\r?\n)*)$/.exec(own)?.[1] ?? '\n\n'
    const [first = ''] = formerLines
    const isNamed = [...kept, first].some(line => line.replace(/^(?:#+|\/\/)\s*/, '').trim() === title)
    const anew = title === '' ? '###' : `### ${title}`
    const separator = own !== '' && !first.startsWith('###') ? [] : [isNamed && own !== '' ? first : anew]
    const names = new Set(kept.map(line => /^@([^\s=]+)/.exec(line)?.[1]))
    const pending = variables.filter(line => !names.has(/^@([^\s=]+)/.exec(line)?.[1]))
    const text = [...separator, ...pending, ...kept, ...lines].join('\n')
    const whole = `${text}${end.replaceAll('\r', '')}`
    return mark + (former.includes('\r\n') ? whole.replaceAll('\n', '\r\n') : whole) + behind.join('')
  }

  #append(text: string): void {
    const isApart = this.#text === '' || this.#text.endsWith('\n')
    this.#text += `${isApart ? '' : '\n\n'}${this.#references.renewed(text)}`
  }

  #idOf(step: JsonObject): string {
    const wished = (typeof step['id'] === 'string' ? step['id'] : stepName(step))
      .replace(/\W+/g, '_')
      .replace(/^_+|_+$/g, '')
    let id = wished === '' ? 'request' : wished
    for (let count = 2; this.#ids.has(id); count++) id = `${wished}_${count}`
    this.#ids.add(id)
    return id
  }
}
