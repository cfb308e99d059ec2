import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Exchange } from '../../model/exchange.ts'
import type { TargetValidation } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import type { ValidationResult } from '../../model/result.ts'
import { secretName } from '../../model/saved-name.ts'
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
import { readText } from '../../util/read-text.ts'
import { type Differences, jsonDifferences, lineDifferences } from '../../validations/differences.ts'
import type { AttemptContext } from '../iteration.ts'
import { ownerOf } from '../owner-of.ts'
import { areSpeltAlike, inOrderOf } from './snapshot-values.ts'
import { contentOfFile, type SnapshotContent, snapshotContent } from './snapshot-content.ts'
import { writeJson } from '../../util/exact-number.ts'

/** A body that was held against its snapshot, and what is to become of the file when all else of its step is right. */
export interface JudgedSnapshot {
  /** That of the validation, by which its result is found. */
  readonly span: Span
  readonly name: string
  /** Absolute, without its ending, which follows from what the body is. */
  readonly place: string
  /** Absolute. */
  readonly file: string
  /** The owner of the name then: `row 1`. */
  readonly owner: string
  /** The text that the file is to have; absent where it is as the body. */
  readonly text?: string
  /** Why the validation fails where that is not written. */
  readonly messages: readonly string[]
}

/** The outcome of a validation. */
export interface SnapshotVerdict {
  readonly result: ValidationResult
  readonly judged?: JudgedSnapshot
}

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
  if (secrets.mask(name) !== name) return { result: result([secretName]) }
  const content = snapshotContent(response, mask, secrets.mask)
  if (!content.ok) return { result: result(content.why) }
  const place = path.join(snapshotFolder(span.file), name)
  const file = place + content.value.ending
  const updates = snapshots?.updates === true
  const taken = snapshots?.taken.get(place.toLowerCase())
  const owner = ownerOf(context)
  // A body of the same step in an earlier run takes no name from it.
  const isOfRun = taken?.owner !== owner || taken.pass === snapshots?.pass
  const kept =
    taken !== undefined && taken.file !== file
      ? {
          wrong: [isOfRun ? takenText(name, taken.owner) : 'the body was of another kind in an earlier run'],
          isUnreadable: false,
        }
      : readKept({ place, file, suite: span.file, updates }, content.value, taken?.text)
  const { wrong } = kept
  const isTaken = wrong.length > 0 && taken?.file === file && isOfRun
  const messages = isTaken ? [takenText(name, taken.owner), ...wrong] : wrong
  const judged = {
    ...{ span, name, place, file, owner, messages: result(messages).messages },
    ...(wrong.length === 0 ? {} : { text: textOf(content.value, kept.content) }),
  }
  const mayBeWritten = updates && taken === undefined && !kept.isUnreadable
  return { result: result(mayBeWritten ? [] : messages), judged }
}

/** The message for a name that has another body already. */
export function takenText(name: string, owner: string): string {
  return `${name} is taken by ${owner}, whose body is another: name it ${name}-{{id}}, by what tells them apart`
}

/** The problems of a body by its file, and the content of the file. */
interface Kept {
  readonly wrong: readonly string[]
  readonly content?: SnapshotContent
  /** Nothing can be written there, either. */
  readonly isUnreadable: boolean
}

/** Where a body belongs, and whether it is written there. */
interface Wanted extends Pick<JudgedSnapshot, 'place' | 'file'> {
  readonly suite: string
  readonly updates: boolean
}

/** `written` is what is being written there just now. */
function readKept({ place, file, suite, updates }: Wanted, content: SnapshotContent, written?: string): Kept {
  const shown = path.relative(path.dirname(suite), file).replaceAll(path.sep, '/')
  const text = written ?? readText(file)
  const [other] = filesOf(place).filter(one => one !== file && existsSync(one))
  const others = other === undefined ? '' : path.basename(other)
  if (isSystemError(text) && text.code === 'ENOENT') {
    const instead = others === '' ? '' : `, but ${others}, and the body is of another kind`
    const when = updates
      ? 'it is not written, because the step fails otherwise'
      : '--update-snapshots writes it'
    return { wrong: [`there is no snapshot ${shown}${instead}; ${when}`], isUnreadable: false }
  }
  if (text instanceof Error)
    return { wrong: [`${shown} cannot be read: ${text.message}`], isUnreadable: true }
  const kept = contentOfFile(text, content.ending)
  if (!kept.ok) return { wrong: kept.why.map(why => `${shown} ${why}`), isUnreadable: false }
  const wrong = differences(content, kept.value)
  const second = `${others} is there, too, and a snapshot is of one kind; --update-snapshots deletes it`
  return { wrong: others === '' ? wrong : [...wrong, second], content: kept.value, isUnreadable: false }
}

/** The files that a snapshot may be, by what the body is. */
export function filesOf(place: string): readonly string[] {
  return snapshotEndings.map(ending => place + ending)
}

function differences(content: SnapshotContent, kept: SnapshotContent): readonly string[] {
  if (content.ending === '.json' && kept.ending === '.json') {
    if (jsonEqual(content.value, kept.value, areSpeltAlike)) return []
    try {
      return told(jsonDifferences(content.value, kept.value, areSpeltAlike))
    } catch (error) {
      if (!(error instanceof EvaluationEnded)) throw error
      return [`the body differs; to say where ${error.message}`]
    }
  }
  if (content.ending === '.json' || kept.ending === '.json') return []
  const [got, expected] = [withLineFeeds(content.text), withLineFeeds(kept.text)]
  return got === expected ? [] : told(lineDifferences(got, expected))
}

/** Git may write the lines of a file with other ends than those that were committed. */
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

function told(differences: Differences | undefined): readonly string[] {
  const { summary, lines = [] } = differences ?? {}
  return [[`the body differs${summary === undefined ? '' : ` (${summary})`}`, ...lines].join('\n')]
}

/** Makes the text to write for a body: parts that are there keep their order. */
function textOf(content: SnapshotContent, kept: SnapshotContent | undefined): string {
  if (content.ending !== '.json') return content.text
  const before: JsonValue | undefined = kept?.ending === '.json' ? kept.value : undefined
  return `${writeJson(inOrderOf(content.value, before), 2)}\n`
}
