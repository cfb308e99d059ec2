import type { ErrorObject } from 'ajv'
import type { JsonValue } from '../model/json.ts'
import type { Problem } from '../model/problem.ts'
import type { DocumentPath } from '../model/span.ts'
import { actionKeys } from '../generated/language.ts'
import { actionOf } from '../parse/build-step.ts'
import { mapping, valueAt } from '../util/read-values.ts'
import type { YamlSource } from '../document/index.ts'
import type { Slip } from './fixes.ts'
import { namesOfTargets, targetHint } from './target-hint.ts'
import { isMessageTarget, isTargetOfMessages } from './target-owners.ts'
import { neverEmpty } from '../validations/several-values.ts'
import { asking, closest, nearMiss, slipOf, suggestion, type Suggestion } from '../util/did-you-mean.ts'
import { unescapePointerPart } from '../util/json-pointer.ts'
import { collectionSlip, mockKey, mockValue } from './remedies/mocks.ts'
import { joinedOperator, operatorWord, rivalsOf, targetWord } from './remedies/words.ts'
import { problemAt } from './rule.ts'
import { definitionOf, tellingErrors } from './schema-errors.ts'
import { schemaReason } from './schema-reason.ts'
import { plainNumbers } from '../util/plain-numbers.ts'

/** A compiled schema validator, as ajv writes them; its errors carry the schema they come from. */
export type Validator = ((document: unknown) => boolean) & { errors?: ErrorObject[] | null }

/** Lists the problems that the schema finds in a document, in the words of someone who writes suites. */
export function schemaProblems(source: YamlSource, validate: Validator): readonly Problem[] {
  if (validate(plainNumbers(source.value as JsonValue))) return []
  const errors = tellingErrors(validate.errors ?? [])
  return errors.filter(error => !isMisspelt(error, errors)).map(error => toProblem(error, source))
}

/** True where a key that is missing is there with a slip of the finger, which is told of it alone. */
export function isMisspelt(
  { keyword, instancePath, params }: ErrorObject,
  errors: readonly ErrorObject[],
): boolean {
  const missing = String((params as Readonly<Record<string, unknown>>)['missingProperty'])
  return (
    keyword === 'required' &&
    errors.some(
      other =>
        other.keyword === 'additionalProperties' &&
        other.instancePath === instancePath &&
        closest(String((other.params as Readonly<Record<string, unknown>>)['additionalProperty']), [
          missing,
        ]) !== undefined,
    )
  )
}

function toProblem(error: ErrorObject, source: YamlSource): Problem {
  const path = toPath(error.instancePath, source.value)
  const params = error.params as Readonly<Record<string, unknown>>
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(String(params['additionalProperty']), error, path, source)
    case 'minProperties':
      return definitionOf(error) === 'validation' && Number(params['limit']) > 1
        ? nameAlone(path, source)
        : badValue(error, path, source)
    case 'required':
      return problemAt(
        source,
        path,
        'missing-key',
        `${place(path)} needs the key "${String(params['missingProperty'])}"`,
        path.length > 0
          ? {}
          : {
              name: String(params['missingProperty']),
              hint: isOfMocksAlone(source)
                ? mocksAloneHint
                : params['missingProperty'] === 'steps'
                  ? stepsHint
                  : undefined,
            },
      )
    case 'propertyNames':
      if (definitionOf(error) === 'answer-condition')
        return unknownTarget(String(params['propertyName']), path, source)
      if (definitionOf(error) === 'request-condition')
        return unknownOfRequest(String(params['propertyName']), path, source)
      if (definitionOf(error) === 'given-extract')
        return besideValue(String(params['propertyName']), path, source)
      if (definitionOf(error) === 'mocks') return badMockName(String(params['propertyName']), path, source)
      if (path.at(-1) === 'state') return badCollection(String(params['propertyName']), path, source)
      return badName(String(params['propertyName']), path, source)
    default:
      return badValue(error, path, source)
  }
}

/** True where a file describes mocks, and is no suite. */
function isOfMocksAlone({ value }: YamlSource): boolean {
  const { mocks, suite, steps } = mapping(value)
  return mocks !== undefined && suite === undefined && steps === undefined
}

const mocksAloneHint = 'Mocks without a suite are started by `apitest mock start FILE`.'

function badValue(error: ErrorObject, path: DocumentPath, source: YamlSource): Problem {
  const { reason = schemaReason(error), ...own } = mockValue(error)
  const hint = definitionOf(error) === 'skip-reason' ? skipHint(path, source) : hintFor(error)
  return problemAt(source, path, 'bad-value', `${place(path)} ${reason}`, { ...hint, ...own })
}

/** YAML takes `#42` for a comment. */
function skipHint(path: DocumentPath, source: YamlSource): { hint: string } {
  const [, comment] = /skip:\s+(#\S.*)$/.exec(source.lineText(source.keySpanOf(path).start.line)) ?? []
  return {
    hint:
      comment === undefined
        ? 'Write what it waits for: `skip: waits for PAY-42`.'
        : `Behind # stands a comment: write \`skip: ${JSON.stringify(comment.trim())}\`.`,
  }
}

/** A validation that says what it is called, or when it counts, and not what it looks at. */
function nameAlone(path: DocumentPath, source: YamlSource): Problem {
  return problemAt(source, path, 'missing-key', `${place(path)} has no target`, {
    hint: 'Write the target into the same item: `{ name: The user is there, status: 200 }`.',
  })
}

function unknownKey(key: string, error: ErrorObject, path: DocumentPath, source: YamlSource): Problem {
  const known = knownKeys(error, path, source)
  const action = actionAt(path, source)
  const at = [...path, key]
  if (definitionOf(error) === 'validation')
    return problemAt(source, at, 'unknown-target', `"${key}" is not a target of a validation`, {
      ...(isMessageTarget(key)
        ? { hint: 'It is one of a message: write it below `expect`.' }
        : targetOfValidation(key, known, actionAt(path, source))),
      atKey: true,
      slip: isMessageTarget(key)
        ? undefined
        : slipOf(key, namesOfTargets(actionAt(path, source), { keys: known })),
    })
  if (definitionOf(error) === 'operators')
    return problemAt(source, at, 'unknown-operator', `"${key}" is not an operator`, {
      hint:
        key === 'name' && path[2] === 'validations'
          ? 'The name of a validation stands beside its target.'
          : operatorHint(key, known),
      atKey: true,
      slip: operatorSlip(key, known),
    })
  const definition = definitionOf(error)
  const own = mockKey(definition, key)
  if (definition === 'step' && action === undefined) return unknownOfNoAction(key, known, path, source)
  const choices =
    definition === 'message-expectation'
      ? `A message has ${known.join(', ')} and a JSONPath, $.name.`
      : `Keys are ${known.join(', ')}.`
  const hint = own ?? loadKey(key, path) ?? (path.at(-1) === 'auth' && isNoOne(key) ? withoutAuth : undefined)
  return problemAt(source, at, 'unknown-key', `"${key}" is not a key of ${place(path)}`, {
    ...(hint === undefined ? suggestion(key, known, choices) : { hint }),
    atKey: true,
    slip: slipOf(key, known),
  })
}

/** The hint with the possible targets, where a text names none of them; it may be a word of another tool, or an operator. */
function targetOfValidation(key: string, known: readonly string[], action: string | undefined): Suggestion {
  const usual = targetHint(key, action, { more: ['variable NAME', 'schema', 'snapshot'], keys: known })
  const joined = joinedOperator(key)
  // An exact word of another tool is told with the value beside it.
  const isSlip = operatorWord(key) === undefined && operatorWord.near(key) === 'has-length'
  const operator = isSlip ? 'has-length: 3' : joined?.replace(/`.*/, '')
  if (usual.meant !== undefined || targetWord(key) !== undefined) return usual
  if (operator !== undefined) {
    const meant = `$.items: { ${operator} }`
    return { hint: `Did you mean \`${meant}\`? An operator stands behind a target.`, meant }
  }
  const meant = targetWord.near(key)
  return meant === undefined ? usual : asking(meant, usual.hint)
}

/** The hint with the operator that may have been meant by a word that is none. */
function operatorHint(key: string, known: readonly string[]): string {
  const all = `Operators are ${known.join(', ')}. To compare a whole object, write equals: {…} or matches: {…}.`
  const joined = joinedOperator(key)
  if (joined !== undefined) return `Write \`${joined}\`.`
  const meant = closest(key, known) ?? operatorWord.near(key)
  if (meant === undefined) return all
  const choices = [...new Set([meant, ...rivalsOf(key, meant)])].map(one => `"${one}"`)
  return `Did you mean ${choices.join(' or ')}? ${all}`
}

/** Our operator that a word is a slip of, unless it may as well be one of a word of another tool: `nont` of `not`. */
function operatorSlip(key: string, known: readonly string[]): Slip | undefined {
  const slip = slipOf(key, known)
  return slip !== undefined && rivalsOf(key, slip.meant).length === 0 ? slip : undefined
}

/** A step without an action may have the keys of the one that was probably meant; else it needs an action first. */
function unknownOfNoAction(
  key: string,
  known: readonly string[],
  path: DocumentPath,
  source: YamlSource,
): Problem {
  const actions = Object.keys(actionKeys)
  const written = Object.keys(mapping(valueAt(source.value, path)))
  const [meant] = written.flatMap(one => closest(one, actions) ?? [])
  const keys =
    meant === undefined
      ? [...actions, ...ofAllActions(known)]
      : [...(actionKeys[meant] ?? []), ...ofAllActions(known)]
  return problemAt(source, [...path, key], 'unknown-key', `"${key}" is not a key of ${place(path)}`, {
    ...suggestion(key, known, `Keys are ${keys.join(', ')}.`),
    atKey: true,
    slip: slipOf(key, known),
  })
}

function ofAllActions(known: readonly string[]): readonly string[] {
  const others = new Set(Object.values(actionKeys).flat())
  return known.filter(key => !others.has(key))
}

/** The action of the step that a place is in. */
function actionAt(path: DocumentPath, source: YamlSource): string | undefined {
  return actionOf(mapping(valueAt(source.value, path.slice(0, 2))))
}

const withoutAuth = 'What is sent without credentials has `auth: none`.'

/** True where a value of `auth` is meant to say that there are no credentials. */
function isNoOne(written: string): boolean {
  return (
    /^(?:null|no|off|false|anonymous|noauth)$/i.test(written) || nearMiss(written, ['none']) !== undefined
  )
}

/** The hint for a key that another item of `load` has. */
function loadKey(key: string, path: DocumentPath): string | undefined {
  return key === 'for' && path[0] === 'load' && path[1] === 'thresholds'
    ? 'A threshold is looked at once, in the end; what ends a load test stands below `stop-when`, with `for`.'
    : undefined
}

/** The keys there may be; in a step, and in what it expects of messages, only those that fit its action. */
function knownKeys(error: ErrorObject, path: DocumentPath, source: YamlSource): readonly string[] {
  const known = Object.keys((error.parentSchema?.['properties'] ?? {}) as object)
  const action = actionAt(path, source)
  if (action === undefined) return known
  if (definitionOf(error) === 'message-expectation')
    return known.filter(key => isTargetOfMessages(key, action))
  if (definitionOf(error) !== 'step') return known
  return [...(actionKeys[action] ?? []), ...ofAllActions(known)]
}

/** The problem of a `when` or `unless` on the answer that looks at a target that there is not. */
function unknownTarget(name: string, path: DocumentPath, source: YamlSource): Problem {
  return problemAt(source, [...path, name], 'unknown-target', `"${name}" is not a target of a condition`, {
    ...targetHint(name, actionAt(path, source), { more: ['variable NAME'] }),
    atKey: true,
    slip: slipOf(name, namesOfTargets(actionAt(path, source))),
  })
}

function unknownOfRequest(name: string, path: DocumentPath, source: YamlSource): Problem {
  const hint = 'Targets of a request are $…, header NAME, query NAME, path NAME and text.'
  const message = `"${name}" is not a target of a request`
  return problemAt(source, [...path, name], 'unknown-target', message, { hint, atKey: true })
}

function besideValue(name: string, path: DocumentPath, source: YamlSource): Problem {
  const message = `"${name}" is about a value that is found, and "value" gives one`
  const hint = 'The value is given with `value`, or found with `from`: keep one of them.'
  return problemAt(source, [...path, name], 'bad-value', message, { hint, atKey: true })
}

function badMockName(name: string, path: DocumentPath, source: YamlSource): Problem {
  const hint = 'Names are letters, digits, - and _, and begin with a letter.'
  return problemAt(source, [...path, name], 'bad-value', `"${name}" cannot be the name of a mock`, {
    hint,
    atKey: true,
  })
}

function badCollection(name: string, path: DocumentPath, source: YamlSource): Problem {
  const { reason, ...hint } = collectionSlip(name)
  return problemAt(source, [...path, name], 'bad-value', `"${name}" ${reason}`, { ...hint, atKey: true })
}

function badName(name: string, path: DocumentPath, source: YamlSource): Problem {
  return problemAt(source, [...path, name], 'bad-value', `"${name}" cannot be the name of a variable`, {
    hint: 'Names have no braces and no spaces at their ends, and do not start with $.',
    atKey: true,
  })
}

const stepsHint = 'Steps are a list, each with a dash: `- request: GET https://…`.'

function hintFor(error: ErrorObject): { hint?: string; meant?: string; slip?: Slip } {
  if (error.keyword === 'maxProperties' && definitionOf(error) === 'validation')
    return { hint: 'A validation has one target: begin each with a dash of its own.' }
  if (error.keyword.startsWith('min') && neverEmpty.has(error.instancePath.split('/').at(-1) ?? ''))
    return { hint: 'Empty, it would hold or fail whatever is answered.' }
  if (definitionOf(error) === 'disabled-part')
    return { hint: 'All of the part stands inside: `{ disabled: { file: cat.png, filename: me.png } }`.' }
  if (error.instancePath.endsWith('/file/fill-in'))
    return { hint: 'As it is, a file is sent with its name alone: `file: body.json`.' }
  if (definitionOf(error) === 'file-name')
    return { hint: 'It takes the name of a file, relative to the folder of this one.' }
  if (error.keyword === 'type' && typeof error.data === 'string') {
    const [, name, value] = /^\s*([\w-]+)\s*=\s*([^=].*)$/.exec(error.data) ?? []
    const key = error.instancePath.split('/').at(-1) ?? ''
    if (name !== undefined) return { hint: `Write it as a mapping: \`${key}: { ${name}: ${value ?? ''} }\`.` }
  }
  if (error.keyword === 'type' && error.instancePath.endsWith('/repeat'))
    return {
      hint: `So many rounds are \`repeat: { times: ${typeof error.data === 'number' ? error.data : 3} }\`.`,
    }
  if (error.instancePath === '/steps') return { hint: stepsHint }
  if (error.keyword === 'enum') {
    const [meant] = [nearMiss(String(error.data), (error.schema as unknown[]).map(String)) ?? []].flat()
    const slip = slipOf(String(error.data), (error.schema as unknown[]).map(String))
    return meant === undefined ? {} : { hint: `Did you mean "${meant}"?`, meant, ...(slip && { slip }) }
  }
  if (definitionOf(error) === 'snapshot-name' && /[/\\]/.test(String(error.data)))
    return { hint: `It is the name of a file: \`${String(error.data).replaceAll(/[/\\]+/g, '-')}\`.` }
  if (definitionOf(error) === 'duration' && /^\d+(?:\.\d+)?$/.test(String(error.data)))
    return { hint: `A time has its unit: \`${String(error.data)}ms\` or \`${String(error.data)}s\`.` }
  if (error.instancePath.endsWith('/auth'))
    return {
      hint:
        error.keyword === 'maxProperties'
          ? 'A request has one kind of credentials: keep one of them.'
          : isNoOne(String(error.data))
            ? withoutAuth
            : 'Write it as `auth: { bearer: "{{token}}" }`, or as another kind.',
    }
  return {}
}

/** A JSON Pointer as a document path: indexes of lists become numbers. */
function toPath(pointer: string, document: unknown): DocumentPath {
  let value = document
  return pointer
    .split('/')
    .slice(1)
    .map(escaped => {
      const key = unescapePointerPart(escaped)
      const part = Array.isArray(value) ? Number(key) : key
      value = (value as Readonly<Record<string, unknown>> | undefined)?.[part]
      return part
    })
}

/** Names the place of a path, such as `a step` or `"retry"`. */
function place(path: DocumentPath): string {
  const last = path.at(-1)
  if (last === undefined) return 'the file'
  if (typeof last === 'string') return `"${last}"`
  const parent = path.at(-2)
  const isStep = parent === 'steps' || (parent === 'after' && path.length === 2)
  return isStep ? 'a step' : `an item of "${String(parent)}"`
}
