import type { FolderContents, Kept } from '../../model/collection.ts'
import type { LostPart } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import { list, mapping } from '../../util/read-values.ts'
import { losesRemarks, withoutRemarks } from '../amend-script.ts'
import { formerText } from '../kept-text.ts'
import { silent } from '../told.ts'
import { amendedKept } from './amend-request.ts'
import { type MergedChecks, mergedChecks } from './checks.ts'
import type { HttpRequest } from './http-file.ts'
import { bodyKeys } from './merge-request.ts'
import { Placeholders } from './placeholders.ts'
import { blocksOf, readHttpFile } from './read-http-file.ts'
import type { TranslateScript } from './request-step.ts'
import { type FormerStep, formerStep } from './step-parts.ts'
import { placeholders } from './client-text.ts'

/** A request as it stood in its file. */
export interface FormerRequest {
  readonly request: HttpRequest
  readonly former: FormerStep
  /** The text behind it, of which nothing is made. */
  readonly behind: string
  /** Tells of comments and logs of its handlers that are not in what is written. */
  readonly lostIn: (text: string) => readonly LostPart[]
}

/**
 * The request that a step was read from, with the constants that its handlers and checks have now; undefined for any other, and for
 * one that is no plain request.
 */
export function formerRequest(
  given: Kept | undefined,
  step: JsonObject,
  translate: TranslateScript | undefined,
): FormerRequest | undefined {
  const kept = translate === undefined ? given : amendedKept(given, step, translate)
  const former = formerStep(kept, step)
  const [own = '', ...behind] = blocksOf(formerText('http', kept) ?? '')
  const [request, ...others] = former === undefined ? [] : readHttpFile(own).requests
  const isPlain = step['request'] !== undefined && former?.had('method') === true
  return former !== undefined && request !== undefined && others.length === 0 && isPlain
    ? { request, former, behind: behind.join(''), lostIn: text => lostRemarks(request, text) }
    : undefined
}

function lostRemarks({ before, after }: HttpRequest, text: string): readonly LostPart[] {
  const isLost = [...before, ...after].some(({ source = '' }) => losesRemarks(source, text))
  return isLost ? [{ what: 'handler', why: withoutRemarks }] : []
}

/** The step without what stays as it is written, or has a check; a body that has changed is all there. */
export function changedKeys(
  step: JsonObject,
  { isSame }: FormerStep,
  isJudged: boolean,
  checks: MergedChecks | undefined,
): JsonObject {
  const body = [...bodyKeys, 'content-type']
  const judged = ['scripts', 'validations', 'extracts', 'variables']
  const stays = (key: string): boolean => {
    if (['name', 'id', 'request', 'headers', 'query'].includes(key)) return false
    if (body.includes(key)) return isSame(...body)
    return judged.includes(key) ? isJudged : isSame(key)
  }
  const changed = Object.fromEntries(Object.entries(step).filter(([key]) => !stays(key)))
  return checks === undefined ? changed : { ...changed, validations: checks.left }
}

/** The checks of httpYac that a request has for a step; undefined for one that had none. */
export function changedChecks(step: JsonObject, before: FormerRequest | undefined): MergedChecks | undefined {
  const { checks = [] } = before?.request ?? {}
  return checks.length === 0 ? undefined : mergedChecks(checks, list(step['validations']).map(mapping))
}

/** The names of requests in a collection. */
export function requestNames({ items }: FolderContents): readonly string[] {
  return items.flatMap(item =>
    item.kind === 'folder'
      ? requestNames(item)
      : typeof item.step['id'] === 'string'
        ? [item.step['id']]
        : [],
  )
}

/** The placeholders of a text by those that an export would write for them. */
export function spelledPlaceholders(text: string, names: readonly string[]): ReadonlyMap<string, string> {
  const reader = new Placeholders(new Map(names.map((name, index) => [name, index])))
  const found = [...text.matchAll(/\{\{[^{}]*\}\}/g)].map(
    ([one]) => [placeholders(reader.text(one, names.length, silent)), one] as const,
  )
  return new Map(found.toReversed())
}
