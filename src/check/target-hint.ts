import { certificateParts, cookieParts } from '../model/expectation.ts'
import { plainTargets } from '../parse/target.ts'
import { nearMiss, type Suggestion, suggestion } from '../util/did-you-mean.ts'
import { listed } from '../util/listed.ts'
import { ofAnswers } from './target-owners.ts'

/** How targets are written: those of any answer, and those that some actions have. */
const forms: Readonly<Record<string, string>> = {
  status: 'status',
  header: 'header NAME',
  'json-path': 'a JSONPath that starts with $',
  text: 'text',
  time: 'time',
  size: 'size',
  sha256: 'sha256',
  file: 'file',
  url: 'url',
  cookie: 'cookie NAME',
  certificate: 'certificate PART',
  xpath: 'xpath EXPRESSION',
  trailer: 'trailer NAME',
  'status-message': 'status-message',
  details: 'details',
  'close-code': 'close-code',
  'close-reason': 'close-reason',
}

interface Further {
  /** Other forms of targets. */
  readonly more?: readonly string[]
  /** Targets that are none here. */
  readonly without?: readonly string[]
  /** Keys that may have been meant beside targets. */
  readonly keys?: readonly string[]
}

/** The hint with the targets of an action's answer, for a text that names none of them. */
export function targetHint(
  written: string,
  action: string | undefined,
  { more = [], without = [], keys = [] }: Further = {},
): Suggestion {
  const [, word, part] = /^(cookie|certificate)\s+(?:.*\s)?(\S+)$/.exec(written) ?? []
  const parts: readonly string[] = word === 'cookie' ? cookieParts : certificateParts
  if (word !== undefined && part !== undefined)
    return suggestion(part, parts, `Parts of a ${word} are ${listed(parts)}.`)
  const [kind = '', rest = ''] = written.split(/\s+(.*)/s)
  const named =
    rest === '' ? undefined : nearMiss(kind, ['header', 'cookie', 'certificate', 'trailer', 'xpath'])
  if (named !== undefined && named !== kind) {
    const meant = `${named} ${rest}`
    return { hint: `Did you mean "${meant}"?`, meant }
  }
  const known = targetsOf(action, without)
  const targets = [...known.map(name => forms[name] ?? name), ...more]
  return suggestion(written, namesOfTargets(action, { without, keys }), `Targets are ${listed(targets)}.`)
}

/** The words that may have been meant by one that names no target. */
export function namesOfTargets(
  action: string | undefined,
  { without = [], keys = [] }: Further = {},
): readonly string[] {
  const known = targetsOf(action, without)
  return [...plainTargets.filter(name => known.includes(name)), ...keys]
}

function targetsOf(action: string | undefined, without: readonly string[]): readonly string[] {
  return Object.keys(forms).filter(name => {
    const owners = action === undefined ? undefined : ofAnswers[name]
    return !without.includes(name) && (owners === undefined || owners.includes(action ?? ''))
  })
}
