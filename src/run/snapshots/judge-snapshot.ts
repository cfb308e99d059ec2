import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Exchange } from '../../model/exchange.ts'
import type { TargetValidation } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import type { ValidationResult } from '../../model/result.ts'
import {
  isSnapshotName,
  readSnapshot,
  snapshotEndings,
  snapshotFolder,
  snapshotNameRule,
} from '../../model/snapshot.ts'
import type { Span } from '../../model/span.ts'
import { isSystemError } from '../../util/is-system-error.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { EvaluationEnded } from '../../util/limit-evaluation.ts'
import { plural } from '../../util/quantity.ts'
import { readText } from '../../util/read-text.ts'
import { countedPlaces, linesThatDiffer, type Place, placesOf } from '../../validations/differences.ts'
import type { AttemptContext } from '../iteration.ts'
import { ownerOf } from '../owner-of.ts'
import { inOrderOf, printExactly, withDigits } from './exact-json.ts'
import { contentOfFile, type SnapshotContent, snapshotContent } from './snapshot-content.ts'

/** A body that was held against its snapshot, and what is to become of the file when all else of its step is right. */
export interface JudgedSnapshot {
  /** That of the validation, by which its result is found. */
  readonly span: Span
  readonly name: string
  /** Absolute. */
  readonly file: string
  /** Who has the name then: `row 1`. */
  readonly owner: string
  /** What the file is to have; absent where it is as the body. */
  readonly text?: string
  /** Why the validation fails where that is not written. */
  readonly messages: readonly string[]
}

/** What a validation comes to. */
export interface SnapshotVerdict {
  readonly result: ValidationResult
  readonly judged?: JudgedSnapshot
}

/** Places that are told one by one. */
const mostPlaces = 50

/** Holds an answer against a snapshot, whose name is filled in. To be called inside of `whenLoaded`. */
export function judgeSnapshot(
  { expectations, span }: TargetValidation,
  { response }: Exchange,
  context: AttemptContext,
): SnapshotVerdict {
  const { name, mask } = readSnapshot(expectations[0]?.expected ?? null)
  const subject = `snapshot ${name}`
  const result = (messages: readonly string[]): ValidationResult => ({
    ...{ subject, operator: 'snapshot', expected: name, passed: messages.length === 0 },
    ...{ messages: messages.map(message => `${subject}: ${message}`), span },
  })
  if (!isSnapshotName(name)) return { result: result([`the name ${snapshotNameRule}`]) }
  const { secrets, snapshots } = context.iteration.run
  const content = snapshotContent(response, mask, secrets.mask)
  if (!content.ok) return { result: result(content.why) }
  const file = path.join(snapshotFolder(span.file), name + content.value.ending)
  const taken = snapshots?.taken.get(file)
  const kept = readKept({ file, suite: span.file }, content.value, taken?.text)
  const wrong = kept.wrong.map(message => withDigits(message))
  const messages = wrong.length > 0 && taken !== undefined ? [takenText(name, taken.owner), ...wrong] : wrong
  const judged = {
    ...{ span, name, file, owner: ownerOf(context), messages: result(messages).messages },
    ...(wrong.length === 0 ? {} : { text: textOf(content.value, kept.content) }),
  }
  const mayBeWritten = snapshots?.updates === true && taken === undefined && !kept.isUnreadable
  return { result: result(mayBeWritten ? [] : messages), judged }
}

/** What is said where a name has another body already. */
export function takenText(name: string, owner: string): string {
  return `${name} is taken by ${owner}, whose body is another: name it ${name}-{{id}}, by what tells them apart`
}

/** What is wrong of a body by its file, and what the file has. */
interface Kept {
  readonly wrong: readonly string[]
  readonly content?: SnapshotContent
  /** Nothing can be written there, either. */
  readonly isUnreadable: boolean
}

/** `written` is what is being written there just now. */
function readKept(
  { file, suite }: { readonly file: string; readonly suite: string },
  content: SnapshotContent,
  written?: string,
): Kept {
  const shown = path.relative(path.dirname(suite), file).replaceAll(path.sep, '/')
  const text = written ?? readText(file)
  if (isSystemError(text) && text.code === 'ENOENT')
    return { wrong: [missing(file, shown)], isUnreadable: false }
  if (text instanceof Error)
    return { wrong: [`${shown} cannot be read: ${text.message}`], isUnreadable: true }
  const kept = contentOfFile(text, content.ending)
  if (!kept.ok) return { wrong: kept.why.map(why => `${shown} ${why}`), isUnreadable: false }
  return { wrong: differences(content, kept.value), content: kept.value, isUnreadable: false }
}

function missing(file: string, shown: string): string {
  const { dir, name } = path.parse(file)
  const other = snapshotEndings.map(ending => name + ending).find(one => existsSync(path.join(dir, one)))
  const instead = other === undefined ? '' : `, but ${other}, and the body is of another kind`
  return `there is no snapshot ${shown}${instead}; --update-snapshots writes it`
}

function differences(content: SnapshotContent, kept: SnapshotContent): readonly string[] {
  if (content.ending === '.json' && kept.ending === '.json') {
    if (jsonEqual(content.value, kept.value)) return []
    try {
      return told(placesOf(content.value, kept.value), 'path')
    } catch (error) {
      if (!(error instanceof EvaluationEnded)) throw error
      return [`the body differs; to say where ${error.message}`]
    }
  }
  if (content.ending === '.json' || kept.ending === '.json' || content.text === kept.text) return []
  return told(linesThatDiffer(content.text, kept.text), 'line')
}

/** All places in one text, the first of them with how many there are. */
function told(places: readonly Place[], noun: string): readonly string[] {
  const lines = places
    .slice(0, mostPlaces)
    .map(
      ({ path: place, expected, actual }) =>
        `${place}: snapshot ${expected ?? 'nothing'}, got ${actual ?? 'nothing'}`,
    )
  const more = places.length - lines.length
  const count =
    places.length >= countedPlaces ? `${countedPlaces} ${noun}s or more` : plural(places.length, noun)
  const [first = 'the body differs', ...others] = lines
  return [
    [
      `${first} (${count} ${places.length === 1 ? 'differs' : 'differ'})`,
      ...others.map(line => `- ${line}`),
      ...(more > 0 ? [`… and ${more} more`] : []),
    ].join('\n'),
  ]
}

/** What is written for a body: what is there keeps its order. */
function textOf(content: SnapshotContent, kept: SnapshotContent | undefined): string {
  if (content.ending !== '.json') return content.text
  const before: JsonValue | undefined = kept?.ending === '.json' ? kept.value : undefined
  return printExactly(inOrderOf(content.value, before))
}
