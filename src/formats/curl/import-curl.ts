import { collectionName } from '../../compile/collection-name.ts'
import { literalText } from '../../compile/literal-text.ts'
import { unreadable } from '../../compile/read-imported-json.ts'
import type { Collection, SavedRequest } from '../../model/collection.ts'
import type { Imported, Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { commandsOf, type CurlCommand } from './commands-of.ts'
import { type FileReader, stepOfCall, type CurlStep } from './step-of-call.ts'
import { defined } from '../../util/defined.ts'

/**
 * Makes a collection of command lines of curl: a request for each URL of each command, in their order. Options that do not
 * change the request are named in the notes; a command with one that does, and that suites have no word for, is left out with
 * a loss that names the option. `read` gives the texts of files that commands name, as far as they may be known. Fails when
 * nothing can be made of the text.
 */
export function importCurl(
  text: string,
  { file, read }: { readonly file: string; readonly read?: FileReader },
): Result<Imported> {
  const { commands, variables, others } = commandsOf(text)
  if (commands.length === 0) return unreadable('there is no curl command', file)
  const made = commands.flatMap(command => transfersOf(command, read))
  const good = made.filter(({ refused }) => refused.length === 0)
  const [bad] = made.filter(({ refused }) => refused.length > 0)
  if (good.length === 0 && bad !== undefined)
    return unreadable(bad.refused.join('; '), `${file}:${bad.command.line}`)
  const filling: Filling = {
    known: new Set(Object.keys(variables)),
    isTemplate: made.some(({ url }) => /\{\{[^{}]+\}\}/.test(url)),
  }
  const requests = good.map(({ step, command }) => requestOf(step.step, command, filling))
  const collection = collectionOf(collectionName(file, scriptEnding, good[0]?.url), {
    requests,
    good,
    variables,
    filling,
  })
  const where = (transfer: Transfer): string => `${collection.name} / ${titleOf(transfer)}`
  return {
    ok: true,
    value: {
      collection,
      environments: [],
      report: {
        requests: made.length,
        created: good.length,
        merged: [],
        skipped: good.length === made.length ? [] : [skippedOf(made)],
        losses: made.flatMap(transfer => lossesOf(transfer, where(transfer))),
        notes: [
          ...made.flatMap(transfer => notesOf(transfer, where(transfer))),
          ...otherPrograms(others, collection.name),
        ],
      },
    },
  }
}

/** One URL of one command. */
interface Transfer {
  readonly command: CurlCommand
  readonly url: string
  /** True where curl takes the URL for several, and it is imported as one. */
  readonly isPattern: boolean
  readonly step: CurlStep
  readonly idle: readonly string[]
  readonly refused: readonly string[]
}

function transfersOf(command: CurlCommand, read: FileReader | undefined): readonly Transfer[] {
  return command.calls.flatMap(call => {
    const isLiteral = call.options.some(({ name }) => name === 'globoff')
    const urls = call.urls.flatMap(url => (isLiteral ? [{ url, isPattern: false }] : urlsOf(url)))
    return (urls.length === 0 ? [{ url: '', isPattern: false }] : urls).map(({ url, isPattern }) => {
      const step = stepOfCall(call, url, { input: command.input, read })
      const refused = [
        ...(command.unknown === undefined ? [] : [command.unknown]),
        ...(url === '' ? [...call.refused, 'the command names no URL'] : step.refused),
      ]
      return { command, url, isPattern, step, idle: call.idle, refused }
    })
  })
}

/** The URLs that one expands to, unless they are too many or have placeholders of suites. */
function urlsOf(url: string): readonly Pick<Transfer, 'url' | 'isPattern'>[] {
  const written = url.replace(/\{\{[^{}]*\}\}/g, '')
  const urls = expandUrl(written)
  if (urls === undefined || (written !== url && urls.length > 1)) return [{ url, isPattern: true }]
  return (written === url ? urls : [url]).map(one => ({ url: one, isPattern: false }))
}

/** The most URLs that one may expand to. */
const mostUrls = 100

/**
 * The URLs that a pattern of curl expands to: `{a,b}` and `[1-3]`, `[01-10:2]`, `[a-c]`. Undefined for more than a hundred,
 * and for what is no pattern.
 */
function expandUrl(url: string): readonly string[] | undefined {
  const found = /\{([^{}]*)\}|\[([^[\]]*)\]/.exec(url)
  if (found === null) return [url]
  const [whole, choices, range] = found
  const before = url.slice(0, found.index)
  const values = choices === undefined ? rangeOf(range ?? '') : choices.split(',')
  // An address of IPv6 is in brackets, too.
  const literal = values === undefined && /^[\da-f:.]*$/i.test(range ?? '') && (range ?? '').includes(':')
  const here = literal ? [whole] : values
  const rest = expandUrl(url.slice(found.index + whole.length))
  if (here === undefined || rest === undefined || here.length * rest.length > mostUrls) return undefined
  return here.flatMap(value => rest.map(end => `${before}${value}${end}`))
}

function rangeOf(text: string): readonly string[] | undefined {
  const [, first, last, step = '1'] = /^(\d+|[a-z])-(\d+|[a-z])(?::(\d+))?$/i.exec(text) ?? []
  if (first === undefined || last === undefined || Number(step) < 1) return undefined
  const isNumber = /^\d+$/.test(first) && /^\d+$/.test(last)
  const from = isNumber ? Number(first) : first.charCodeAt(0)
  const to = isNumber ? Number(last) : last.charCodeAt(0)
  if (to < from || (to - from) / Number(step) > mostUrls) return undefined
  const count = Math.floor((to - from) / Number(step)) + 1
  const width = first.startsWith('0') ? first.length : 0
  return Array.from({ length: count }, (_, index) => {
    const value = from + index * Number(step)
    return isNumber ? String(value).padStart(width, '0') : String.fromCharCode(value)
  })
}

function requestOf(step: JsonObject, { comment }: CurlCommand, filling: Filling): SavedRequest {
  const named = comment === undefined ? step : { name: comment, ...step }
  return { kind: 'request', step: fillMarks(named, filling) as JsonObject }
}

/** How texts of a command become texts of a suite. */
interface Filling {
  /** Variables that the script sets itself; others are those of the environment. */
  readonly known: ReadonlySet<string>
  /** True where `{{name}}` in a command is a placeholder already, as in examples of documentation. */
  readonly isTemplate: boolean
}

/** A value in which the marks of shell variables have become placeholders, and other braces are literal. */
function fillMarks(value: JsonValue, filling: Filling): JsonValue {
  if (typeof value === 'string') return fillText(value, filling)
  if (isList(value)) return value.map(item => fillMarks(item, filling))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [fillText(key, filling), fillMarks(inside, filling)]),
  )
}

function fillText(text: string, { known, isTemplate }: Filling): string {
  return (isTemplate ? text : literalText(text)).replace(/\ue000([^\ue001]*)\ue001/g, (_, name: string) =>
    known.has(name) ? `{{${name}}}` : `{{env.${name}}}`,
  )
}

function collectionOf(
  name: string,
  given: {
    readonly requests: readonly SavedRequest[]
    readonly good: readonly Transfer[]
    readonly variables: Readonly<Record<string, string>>
    readonly filling: Filling
  },
): Collection {
  const { baseUrl, items } = liftBaseUrl(given.requests)
  const variables = fillMarks(given.variables, given.filling) as JsonObject
  const mayGetCookies =
    given.good.length > 1 || given.good.some(({ step }) => step.step['follow-redirects'] !== undefined)
  const keepsCookies = given.good.some(({ step }) => step.keepsCookies)
  return defined({
    name,
    baseUrl,
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(mayGetCookies && !keepsCookies ? { settings: { cookies: false } } : {}),
    items,
    environments: [],
  })
}

/** Requests whose common origin has become `{{baseUrl}}`; as they are where they are few or have several origins. */
function liftBaseUrl(requests: readonly SavedRequest[]): {
  readonly baseUrl?: string
  readonly items: readonly SavedRequest[]
} {
  const parts = requests.map(({ step }) =>
    /^(\S+) (https?:\/\/[^/?#@{]+)(.*)$/s.exec(step['request'] as string),
  )
  const [first] = parts
  const origin = first?.[2]
  const isShared = parts.length > 1 && parts.every(part => part?.[2] === origin)
  if (!isShared || origin === undefined || origin === '{{baseUrl}}') return { items: requests }
  return {
    baseUrl: origin,
    items: requests.map((request, index) => {
      const [, method = '', , rest = ''] = parts[index] ?? []
      return { ...request, step: { ...request.step, request: `${method} {{baseUrl}}${rest}` } }
    }),
  }
}

function titleOf({ command, url }: Transfer): string {
  return (
    command.comment ??
    (url === '' ? `line ${command.line}` : url.replace(/[\ue000\ue001]|\/\/[^/@]*(?=@)/g, ''))
  )
}

function skippedOf(made: readonly Transfer[]): { reason: string; count: number; items: readonly string[] } {
  const left = made.filter(({ refused }) => refused.length > 0)
  return { reason: 'commands that suites cannot carry out', count: left.length, items: left.map(titleOf) }
}

function lossesOf({ step, refused, command, isPattern }: Transfer, where: string): readonly Loss[] {
  if (refused.length > 0)
    return refused.map(why => ({ where, what: `the command in line ${command.line}`, why }))
  const why = 'curl takes it for several URLs, and it stays as it is; write them out, or use rows of `data`'
  return [
    ...(isPattern ? [{ where, what: '{…} or […] in the URL', why }] : []),
    ...step.losses.map(loss => ({ where, ...loss })),
  ]
}

function notesOf({ idle, refused }: Transfer, where: string): readonly Loss[] {
  if (idle.length === 0 || refused.length > 0) return []
  return [{ where, what: [...new Set(idle)].join(', '), why: 'it does not change the request' }]
}

function otherPrograms(names: readonly string[], where: string): readonly Loss[] {
  const distinct = [...new Set(names)]
  return distinct.length === 0
    ? []
    : [{ where, what: distinct.join(', '), why: 'only calls of curl are imported' }]
}

/** Extensions of files with commands. */
const scriptEnding = /\.(sh|bash|txt|curl|cmd|bat|ps1)$/i
