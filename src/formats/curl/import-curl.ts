import { unreadable } from '../../compile/read-imported-json.ts'
import { collectionName } from '../../compile/collection-name.ts'
import type { Collection, SavedRequest } from '../../model/collection.ts'
import type { Imported, Loss } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { commandsOf, type CurlCommand } from './commands-of.ts'
import { expandUrl } from './expand-url.ts'
import { fillMarks, type Filling } from './fill-marks.ts'
import type { FileReader } from './given.ts'
import { liftBaseUrl } from './lift-base-url.ts'
import { stepOfCall, type CurlStep } from './step-of-call.ts'

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
  /** Whether curl takes the URL for several, and it is imported as one. */
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

/** The URLs that one stands for, unless they are too many or have placeholders of ours. */
function urlsOf(url: string): readonly Pick<Transfer, 'url' | 'isPattern'>[] {
  const written = url.replace(/\{\{[^{}]*\}\}/g, '')
  const urls = expandUrl(written)
  if (urls === undefined || (written !== url && urls.length > 1)) return [{ url, isPattern: true }]
  return (written === url ? urls : [url]).map(one => ({ url: one, isPattern: false }))
}

function requestOf(step: JsonObject, { comment }: CurlCommand, filling: Filling): SavedRequest {
  const named = comment === undefined ? step : { name: comment, ...step }
  return { kind: 'request', step: fillMarks(named, filling) as JsonObject }
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
  return {
    name,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(mayGetCookies && !keepsCookies ? { settings: { cookies: false } } : {}),
    items,
    environments: [],
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

/** What files with commands end with. */
const scriptEnding = /\.(sh|bash|txt|curl|cmd|bat|ps1)$/i
