import type { ParameterTarget, Target } from '../model/expectation.ts'
import type { Body, Exchange, HeaderList, RequestRecord } from '../model/exchange.ts'
import { headerValue } from '../model/header-value.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { lazyPart } from '../util/lazy-part.ts'
import { property } from '../util/read-values.ts'
import { BoundedCache } from '../util/bounded-cache.ts'
import {
  type CompiledPath,
  compileJsonPath,
  defeatOf,
  type JsonPathResult,
  pathObstacle,
} from '../json-path/index.ts'
import { targetSubject } from './target-subject.ts'
import { foundJson, foundList, foundStatus, foundText, nothing, type Selected } from './selected.ts'

/** The input of a target: an exchange, or a message as if it were one. */
export type Judged = Pick<Exchange, 'response' | 'timings' | 'namespaces'> & {
  /** Where the answer came from. */
  readonly request?: Pick<RequestRecord, 'url'>
  /** True where all values of the body came as text, as those of a form do: then numbers may be expected of them, too. */
  readonly isTextual?: boolean
  /** Parameters of a request, where it is one that is judged. */
  readonly parameters?: Readonly<Record<ParameterTarget['kind'], JsonObject>>
}

/** Picks something out of an exchange. Throws what `CompiledPath.select` throws. To be called inside of `whenLoaded`. */
export type Select = (judged: Judged) => Selected

/** A target ready to be picked out of any number of exchanges. */
export interface PreparedTarget {
  readonly kind: Target['kind']
  /** Its name in results and reports. */
  readonly subject: string
  readonly select: Select
}

/**
 * The selected value, or why it could not be read: also where the selection throws because the value is too much.
 * `defeat` says why it threw, or throws.
 */
export function selectedBy(
  select: Select,
  judged: Judged,
  defeat: (error: unknown) => string = defeatOf,
): Selected {
  try {
    return select(judged)
  } catch (error) {
    const instead = `a value that could not be read: ${defeat(error)}`
    return { found: false, absent: false, wrong: true, instead }
  }
}

/** The same few headers and paths stand in many steps. */
const knownHeaders = new BoundedCache<PreparedTarget>(1000)
const knownPaths = new BoundedCache<PreparedTarget>(1000)
const preparedStatus = prepare({ kind: 'status' })

/**
 * Prepares a target without placeholders. A header given several times is one text, its lines joined by `, `. A JSONPath
 * that can select several values gives the list of those it selects. Times are in milliseconds, to a tenth.
 */
export function prepareTarget(target: Target): PreparedTarget {
  if (target.kind === 'status') return preparedStatus
  if (target.kind === 'header') return knownHeaders.get(target.name, prepareHeader)
  if (target.kind === 'json-path') return knownPaths.get(target.path, prepareJsonPath)
  return prepare(target)
}

function prepareHeader(name: string): PreparedTarget {
  return prepare({ kind: 'header', name })
}

function prepareJsonPath(path: string): PreparedTarget {
  return prepare({ kind: 'json-path', path })
}

function prepare(target: Target): PreparedTarget {
  return { kind: target.kind, subject: targetSubject(target), select: selecting(target) }
}

function selecting(target: Target): Select {
  switch (target.kind) {
    case 'status':
      return selectStatus
    case 'header':
      return ({ response }) => selectHeader(response.headers, target.name)
    case 'trailer':
      return ({ response }) => selectHeader(response.trailers ?? [], target.name)
    case 'field':
      return ({ response }) => selectField(response.fields?.[target.name])
    case 'query':
    case 'path':
      return ({ parameters }) => selectField(property(parameters?.[target.kind] ?? {}, target.name))
    case 'variable':
      return () => (target.value === undefined ? nothing : foundJson(target.value))
    case 'json-path':
      return preparePath(target.path)
    case 'text':
      return ({ response }) => foundText(response.body.text())
    case 'time':
      return ({ timings }) => foundJson(Math.round(timings.duration * 10) / 10)
    case 'size':
      return ({ response }) => foundJson(response.body.size)
    case 'sha256':
      return ({ response }) => foundText(answerBytes().digestOf(response.body))
    case 'file':
    case 'snapshot':
      // It is held against the file that is expected of it.
      return () => nothing
    case 'cookie':
      return ({ response }) => answerParts().selectCookie(response.headers, target)
    case 'xpath':
      return ({ response, namespaces = {} }) =>
        xpathEngine().selectXPath(target.expression, response, namespaces)
    case 'certificate':
      return ({ response }) => answerParts().selectCertificate(response.certificate, target.part)
    case 'url':
      return ({ request }) => selectField(request?.url)
  }
}

/** The checks that look at bytes; few suites use them. */
const answerBytes = lazyPart(() => import('./answer-bytes.ts'))

const answerParts = lazyPart(() => import('./answer-parts.ts'))

const xpathEngine = lazyPart(() => import('./xpath/index.ts'))

function selectStatus({ response: { status } }: Judged): Selected {
  return status === undefined ? nothing : foundStatus(status)
}

function selectHeader(headers: HeaderList, name: string): Selected {
  const value = headerValue(headers, name)
  return value === undefined ? nothing : foundText(value)
}

/**
 * A field that is text is never anything else: the key of a record may be expected as a number, and so may a parameter. Null in
 * place of one, as where a record has no key, is no text, not even `null`.
 */
function selectField(value: JsonValue | undefined): Selected {
  if (value === undefined) return nothing
  return typeof value === 'string' || value === null ? foundText(value) : foundJson(value)
}

function preparePath(text: string): Select {
  let compiled: JsonPathResult | undefined
  return ({ response: { body }, isTextual = false }) => {
    // The full grammar may have to be loaded for it.
    compiled ??= compileJsonPath(text)
    if (!compiled.ok)
      return { ...unknown(`a JSONPath that cannot be read (${compiled.message})`), wrong: true }
    const document = readJson(body)
    if (!document.found) return document
    const { path } = compiled
    const values = path.select(document.value)
    if (!path.singular) return selectedList(values, text, path, document.value)
    const value = values[0]
    if (value === undefined) return { ...nothing, obstacle: () => pathObstacle(text, document.value) }
    const isText = isTextual && typeof value === 'string'
    const isNothing = value === null && body.size === 0
    return isText || isNothing ? foundText(value) : foundJson(value)
  }
}

function selectedList(
  values: readonly JsonValue[],
  text: string,
  path: CompiledPath,
  root: JsonValue,
): Selected {
  return foundList(
    values,
    () => path.places(root),
    () => pathObstacle(text, root),
  )
}

/** The body as JSON, or what it is instead; an empty body is no JSON, so nothing is known to be absent from it. */
export function readJson(body: Body): Selected {
  // A message without a value is null.
  if (body.size === 0 && !body.json().ok) return unknown('an empty body')
  const json = body.json()
  if (json.ok) return foundJson(json.value)
  if (json.unread === true) return { ...unknown(`a body that cannot be read (${json.reason})`), wrong: true }
  return unknown(`a body that is not JSON (${json.syntax ?? json.reason})`)
}

function unknown(instead: string): Selected & { readonly found: false } {
  return { found: false, absent: false, instead }
}
