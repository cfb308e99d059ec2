import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { authOf, longTimeOf, namedValues } from './shapes.ts'
import { type Instead, insteadInStep, merged, type Replacement, stepOf } from './steps.ts'
import { plainWord, suiteWord } from './words.ts'
import { defined } from '../../util/defined.ts'
import { isNumber } from '../../util/exact-number.ts'

type SuiteKey = NonNullable<ReturnType<typeof suiteWord>>

/** The replacements for the words of other tools in a suite, by our word for each. */
const insteadInSuite: Readonly<Record<SuiteKey, Instead>> = {
  suite: {
    hint: 'The name of a suite stands under `suite`:',
    parts: written => nameOf(written),
    example: { suite: 'Orders' },
  },
  description: {
    hint: 'Remarks stand under `description`:',
    parts: written => (typeof written === 'string' ? { description: written } : undefined),
    example: { description: 'A customer can place an order.' },
  },
  steps: {
    hint: 'A suite is a list of steps, and each does one thing:',
    parts: written => {
      const steps = stepsOf(written)
      return steps === undefined ? undefined : { steps }
    },
    example: { steps: [{ request: 'GET {{baseUrl}}/users', validations: [{ status: 200 }] }] },
  },
  variables: {
    hint: 'Variables are a mapping under `variables`:',
    parts: written => {
      const variables = namedValues(written, /\s*[=:]\s*/)
      return variables && { variables }
    },
    example: { variables: { baseUrl: 'http://127.0.0.1:4010' } },
  },
  baseUrl: {
    hint: 'An address that requests share is a variable, and a request names it, as in `GET {{baseUrl}}/users`:',
    parts: written => {
      const url = firstUrl(written)
      return url === undefined ? undefined : { variables: { baseUrl: url } }
    },
    example: { variables: { baseUrl: 'http://127.0.0.1:4010' } },
  },
  settings: {
    hint: 'What applies to every step stands under `settings`:',
    parts: settingsOf,
    example: { settings: { timeout: '10s', headers: { Accept: 'application/json' } } },
  },
  data: {
    hint: 'A suite runs once for each row of `data`, a file or a list:',
    parts: (written, key) => insteadInStep.data.parts?.(written, key === 'data' ? 'rows' : key),
    example: { data: [{ id: 1 }, { id: 2 }] },
  },
  before: {
    hint: 'What comes first is the first of the steps; steps that several suites share stand in a suite of their own:',
    parts: written => {
      const steps = stepsOf(written)
      return steps === undefined ? undefined : { steps }
    },
    example: { steps: [{ use: 'sign-in.apitest.yaml' }] },
  },
  after: {
    hint: 'What is done whatever happens stands under `after`, a list of steps:',
    parts: written => {
      const after = stepsOf(written)
      return after === undefined ? undefined : { after }
    },
    example: { after: [{ request: 'DELETE {{baseUrl}}/users/1' }] },
  },
  tags: insteadInStep.tags,
  environment: {
    hint: 'Environments, each with its variables, stand in `apitest.config.yaml`, and `environment` names one of them:',
    parts: written => (typeof written === 'string' ? { environment: written } : undefined),
    example: { environment: 'local' },
  },
  secrets: {
    hint: 'Secrets are a mapping of names and values, which come from the environment:',
    parts: written => (isList(written) ? { secrets: { password: '{{env.SHOP_PASSWORD}}' } } : undefined),
    example: { secrets: { password: '{{env.SHOP_PASSWORD}}' } },
  },
  inputs: {
    hint: 'What a caller gives is a list of names:',
    parts: written => (isObject(written) ? { inputs: Object.keys(written) } : undefined),
    example: { inputs: ['username', 'password'] },
  },
  version: {
    hint: 'Leave it out: a suite has no version, and an editor finds its schema by a first line `# yaml-language-server: $schema=PATH`.',
  },
}

/** Finds the replacement for a key of a suite; undefined where its meaning is unknown. */
export function insteadOfSuiteKey(key: string, written: JsonValue): Replacement | undefined {
  const word = suiteWord(key)
  if (word === undefined) return undefined
  const instead = insteadInSuite[word]
  const parts = instead.parts?.(written, key)
  const isOwn = word === key && !['baseUrl', 'before', 'version'].includes(key)
  return defined({ instead, isOwn, parts })
}

function nameOf(written: JsonValue): JsonObject | undefined {
  if (typeof written === 'string' || isNumber(written)) return { suite: String(written) }
  const name = isObject(written) ? (written['name'] ?? written['title']) : undefined
  return typeof name === 'string' ? { suite: name } : undefined
}

/** Steps in a list, or in named groups, each maybe with a list of its own. */
function stepsOf(written: JsonValue): readonly JsonObject[] | undefined {
  if (isList(written)) {
    const steps = written.map(step => nested(step) ?? stepOf(step))
    return steps.length === 0 || steps.includes(undefined) ? undefined : steps.flatMap(step => step ?? [])
  }
  if (typeof written === 'string') return stepsOf([written])
  if (!isObject(written)) return undefined
  if (stepOf(written) !== undefined) return stepsOf([written])
  const groups = Object.entries(written).map(([name, value]) => nested(value) ?? named(name, stepOf(value)))
  return groups.length === 0 || groups.includes(undefined) ? undefined : groups.flatMap(group => group ?? [])
}

function nested(group: JsonValue): readonly JsonObject[] | undefined {
  const inside = isObject(group)
    ? Object.entries(group).find(([key, value]) => suiteWord(key) === 'steps' && isList(value))
    : undefined
  return inside === undefined ? undefined : stepsOf(inside[1])
}

function named(name: string, step: JsonObject | undefined): JsonObject | undefined {
  return step === undefined ? undefined : { name, ...step }
}

function firstUrl(written: JsonValue): string | undefined {
  if (typeof written === 'string') return /^https?:\/\//.test(written) ? written : undefined
  if (isList(written)) return firstUrl(written[0] ?? null)
  return isObject(written)
    ? Object.values(written)
        .map(firstUrl)
        .find(url => url !== undefined)
    : undefined
}

/** Settings that stand in the suite itself, or under another name. */
function settingsOf(written: JsonValue, key: string): JsonObject | undefined {
  const word = plainWord(key)
  if (word === 'settings') return undefined
  if (word === 'timeout') {
    const timeout = longTimeOf(written)
    return timeout === undefined ? undefined : { settings: { timeout } }
  }
  if (word === 'headers') {
    const headers = namedValues(written, /:\s*/)
    return headers && { settings: { headers } }
  }
  if (word === 'auth') return { settings: { auth: authOf(key, written) ?? null } }
  if (['proxy', 'tls', 'resolve'].includes(word)) return { settings: { [word]: written } }
  if (word === 'followredirects') return { settings: { 'follow-redirects': written } }
  if (!isObject(written) || word === 'retry' || word === 'cookies') return undefined
  const url = firstUrl(written)
  const own = Object.entries(written).flatMap(([name, value]) =>
    ['timeout', 'headers', 'auth'].includes(plainWord(name)) ? [settingsOf(value, name) ?? {}] : [],
  )
  return own.length === 0 && url === undefined
    ? undefined
    : merged(...(url === undefined ? [] : [{ variables: { baseUrl: url } }]), ...own)
}
