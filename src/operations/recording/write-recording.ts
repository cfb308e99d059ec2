import path from 'node:path'
import { suiteText } from '../../parse/suite-text.ts'
import { collectionToSuites } from '../../compile/collection-to-suites.ts'
import type { Flow } from '../../formats/har/flow/import-flow.ts'
import type { JsonObject } from '../../model/json.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import type { BodyFiles } from '../../recording/entry-of.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { WholeFile, writeWhole } from '../../util/whole-file.ts'
import type { JudgedStep } from './judge-flow.ts'

/** Writes a flow as a suite, with the files that its requests send; without what was judged, with its statuses alone. */
export async function writeSuite(
  file: string,
  flow: Flow,
  files: BodyFiles,
  judged: readonly JudgedStep[],
): Promise<Result<void>> {
  const { collection, steps } = flow
  const items = steps.map(({ request }, index) => ({ ...request, step: stepOf(request.step, judged[index]) }))
  const [suite] = collectionToSuites({ ...collection, items })
  if (suite === undefined) return { ok: true, value: undefined }
  try {
    for (const [name, bytes] of files.all) await writeWhole(path.join(path.dirname(file), name), bytes)
    await writeWhole(file, suiteText(suite.suite))
    return { ok: true, value: undefined }
  } catch (error) {
    return usageRefusal(`${file} cannot be written: ${reasonOf(error)}`)
  }
}

function stepOf(step: JsonObject, judged: JudgedStep | undefined): JsonObject {
  if (judged === undefined) return step
  const { validations, skip } = judged
  return {
    ...step,
    ...(skip === undefined ? {} : { skip }),
    ...(validations.length === 0 ? {} : { validations }),
  }
}

/** Writes a session as a HAR, piece by piece. */
export async function writeHar(file: string, lines: Iterable<string>): Promise<Result<void>> {
  try {
    const whole = await WholeFile.open(file)
    for (const line of lines) await whole.write(line)
    await whole.close()
    return { ok: true, value: undefined }
  } catch (error) {
    return usageRefusal(`${file} cannot be written: ${reasonOf(error)}`)
  }
}
