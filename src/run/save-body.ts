import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Performed } from '../actions/action.ts'
import { unreadBodyLimit } from '../actions/body/limits.ts'
import { ReceivedBody } from '../actions/body/received-body.ts'
import { headerValue } from '../model/header-value.ts'
import type { Body } from '../model/exchange.ts'
import type { ValidationResult } from '../model/result.ts'
import { secretName, wrongSavedName } from '../model/saved-name.ts'
import { savedFolder } from '../model/snapshot.ts'
import type { SaveTo } from '../model/suite.ts'
import { renderText } from '../template/render.ts'
import { problemText } from '../template/render-problem.ts'
import { makeFolder } from '../util/make-folder.ts'
import { reasonOf } from '../util/reason-of.ts'
import { systemError } from '../util/read-text.ts'
import { statusOf } from '../util/status-of.ts'
import { makeToolFolder, noFolder, refuseLinks } from '../util/tool-folder.ts'
import { WholeFile, writeWhole } from '../util/whole-file.ts'
import type { Attempt } from './attempt.ts'
import type { AttemptContext } from './iteration.ts'
import { ownerOf } from './owner-of.ts'
import type { SavedBodies } from './run-context.ts'

/** Where a body was saved, or what kept it from that. */
export type Saved = { readonly file: string } | { readonly failed: ValidationResult }

/** Writes a body as it came, piece by piece; the file of an attempt before it gives way. */
export async function saveBody(saveTo: SaveTo, body: Body, context: AttemptContext): Promise<Saved> {
  const { run, planned, undo } = context.iteration
  const rendered = renderText(saveTo.name, context.scope)
  if (!rendered.ok) return failed(saveTo, saveTo.name, problemText(rendered.problems))
  const name = rendered.value
  const wrong = wrongSavedName(name)
  if (wrong !== undefined) return failed(saveTo, name, `"${name}" ${wrong}`)
  if (run.secrets.mask(name) !== name) return failed(saveTo, name, secretName)
  const saved: SavedBodies = run.saved ?? { folder: path.join(run.toolFolder, 'saved'), owners: new Map() }
  const { file: suite } = planned.loaded.suite
  const file = path.join(saved.folder, savedFolder(suite, path.dirname(run.toolFolder)), name)
  // Some machines do not tell letters by their case.
  const key = file.toLowerCase()
  const owner = saved.owners.get(key)
  if (owner !== undefined) {
    const where =
      owner.suite === suite ? '' : ` of ${path.relative(path.dirname(run.toolFolder), owner.suite)}`
    return failed(
      saveTo,
      name,
      `${name} is written by ${owner.words}${where} in this run: write one name for each`,
    )
  }
  saved.owners.set(key, { suite, words: ownerOf(context) })
  undo.push(() => {
    saved.owners.delete(key)
    rmSync(file, { force: true })
  })
  try {
    await write(file, body, saved.folder, saved.folder.startsWith(run.toolFolder + path.sep))
    return { file }
  } catch (error) {
    return failed(saveTo, name, `${file} cannot be written: ${reasonOf(error)}`)
  }
}

function failed({ span }: SaveTo, name: string, why: string): Saved {
  return {
    failed: {
      ...{ subject: 'save-to', operator: 'save-to', expected: name, passed: false, span },
      messages: [`save-to: ${why}`],
    },
  }
}

async function write(file: string, body: Body, folder: string, isInToolFolder: boolean): Promise<void> {
  if (isInToolFolder) makeToolFolder(path.dirname(file))
  else await claim(folder)
  refuseLinks(file, folder)
  const before = lstatSync(file, { throwIfNoEntry: false })
  if (before?.isFile() === false) throw systemError('EINVAL', `${file} is not a file`)
  if (before !== undefined && !isInToolFolder && !existsSync(path.join(folder, claimed)))
    throw systemError('EEXIST', `${file} was there before anything was saved in ${folder}`)
  const whole = await WholeFile.open(file, isInToolFolder ? { mode: 0o600 } : {})
  for (const piece of body.pieces?.() ?? [body.bytes()]) await whole.write(piece)
  await whole.close()
}

/** The file by which a folder of `--save-dir` is known to be of saved bodies alone, so that they may be replaced. */
const claimed = '.apitest-saved'

/** A folder that is new or empty becomes one of saved bodies. */
async function claim(folder: string): Promise<void> {
  let there = folder
  while (statusOf(there) === undefined && there !== path.dirname(there)) there = path.dirname(there)
  if (statusOf(there)?.isFile() === true) throw noFolder(there)
  makeFolder(folder)
  if (readdirSync(folder).length === 0) await writeWhole(path.join(folder, claimed), '')
}

/** The same answer with so much of its body as reports show: the rest is in a file, and nobody reads it. */
export function beginningOf(answer: Performed): Performed {
  const { exchange } = answer
  const { body, headers } = exchange.response
  const kept: Uint8Array[] = []
  let room = unreadBodyLimit
  for (const piece of body.pieces?.() ?? [body.bytes()]) {
    kept.push(piece.subarray(0, room))
    room -= piece.length
    if (room <= 0) break
  }
  const type = headerValue(headers, 'content-type')
  const beginning = ReceivedBody.of(Buffer.concat(kept), type, room >= 0)
  beginning.size = body.size
  return { ...answer, exchange: { ...exchange, response: { ...exchange.response, body: beginning } } }
}

/** An attempt with the file of its body, or failed by what kept it from being saved. */
export function withSaved(attempt: Attempt, saved: Saved): Attempt {
  if ('file' in saved) return { ...attempt, files: [{ kind: 'saved', file: saved.file }] }
  const { outcome, validations } = attempt
  return {
    ...attempt,
    outcome: outcome === 'passed' ? 'failed' : outcome,
    validations: [...validations, saved.failed],
  }
}
