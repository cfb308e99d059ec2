import { type Result, usageProblem } from '../../model/problem.ts'
import { mapping } from '../../parse/read-values.ts'
import { addValidations } from '../../operations/saved/add-validations.ts'
import { allowReads } from '../../operations/saved/allow-reads.ts'
import { createSaved } from '../../operations/saved/create-saved.ts'
import { deleteSaved } from '../../operations/saved/delete-saved.ts'
import { listCollections } from '../../operations/saved/list-collections.ts'
import { moveSaved } from '../../operations/saved/move-saved.ts'
import { renameSaved } from '../../operations/saved/rename-saved.ts'
import { saveRequest } from '../../operations/saved/save-request.ts'
import type { SavedInput } from '../../operations/saved/saved-input.ts'
import { setVariables } from '../../operations/saved/set-variables.ts'
import { showSaved } from '../../operations/saved/show-saved.ts'
import { savedLines } from '../../report/terminal/saved-lines.ts'
import { oneLine } from '../../report/text/printable.ts'
import { plural } from '../../util/quantity.ts'
import type { CallArguments } from '../call/call-options.ts'
import { readExpectations } from '../call/read-expectations.ts'
import { stepOf } from '../call/step-of.ts'
import { print, printAside } from '../print.ts'
import { readAssignments } from '../saved/read-assignments.ts'
import { outputPalette, refuse, tell } from '../saved/tell.ts'

/** What every command on what is saved is told. */
export interface SavedArguments {
  readonly config?: string | undefined
  readonly json?: boolean | undefined
}

interface PlaceArguments extends SavedArguments {
  readonly place: string
}

/** `apitest collections`: lists the saved collections. Answers with the exit code, as all of these do. */
export async function list(given: SavedArguments): Promise<number> {
  const answer = await listCollections.run(inputOf(given))
  if (answer.ok && answer.value.length === 0 && given.json !== true)
    printAside('no collections; apitest import makes one, and so does apitest collections create\n')
  return tell(answer, given, collections =>
    collections.map(({ name, requests, environments }) => {
      const more = environments.length === 0 ? '' : `, ${plural(environments.length, 'environment')}`
      return `${oneLine(name)}  ${outputPalette().dim(`${plural(requests, 'request')}${more}`)}`
    }),
  )
}

/** `apitest collections show`: a collection or a folder as a tree, a request as the step it is. */
export async function show(given: PlaceArguments): Promise<number> {
  const answer = await showSaved.run({ ...inputOf(given), place: given.place })
  const value: Result<unknown> = answer.ok ? { ok: true, value: answer.value.saved } : answer
  return given.json === true
    ? tell(value, given, () => [])
    : tell(answer, given, ({ saved }) => savedLines(saved, outputPalette()))
}

/** `apitest collections create`. */
export async function create(
  given: SavedArguments & {
    readonly name: string
    readonly into?: string | undefined
    readonly description?: string | undefined
    readonly baseUrl?: string | undefined
  },
): Promise<number> {
  const { name, into, description, baseUrl } = given
  const answer = await createSaved.run({
    ...inputOf(given),
    name,
    ...(into === undefined ? {} : { into }),
    ...(description === undefined ? {} : { description }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  })
  return confirm(answer, given, {
    change: 'created',
    place: into === undefined ? name : `${into}/${name}`,
  })
}

/** `apitest collections rename`. */
export async function rename(given: PlaceArguments & { readonly name: string }): Promise<number> {
  const { place, name } = given
  const answer = await renameSaved.run({ ...inputOf(given), place, name })
  return confirm(answer, given, { change: 'renamed', place, to: name })
}

/** `apitest collections move`. */
export async function move(
  given: PlaceArguments & { readonly into: string; readonly position?: number | undefined },
): Promise<number> {
  const { place, into, position } = given
  if (position !== undefined && !(Number.isInteger(position) && position >= 1))
    return refuse([usageProblem('--position must be a whole number from 1')])
  const answer = await moveSaved.run({
    ...inputOf(given),
    place,
    into,
    ...(position === undefined ? {} : { position }),
  })
  return confirm(answer, given, { change: 'moved', place, to: into }, 'into')
}

/** `apitest collections delete`. */
export async function remove(given: PlaceArguments): Promise<number> {
  const { place } = given
  return confirm(await deleteSaved.run({ ...inputOf(given), place }), given, { change: 'deleted', place })
}

/** `apitest collections set`. */
export async function set(
  given: PlaceArguments & {
    readonly values?: readonly (string | number)[] | undefined
    readonly unset?: readonly string[] | undefined
    readonly secret?: boolean | undefined
  },
): Promise<number> {
  const { place, unset = [], secret = false } = given
  const values = readAssignments(given.values ?? [], unset)
  if (!values.ok) return refuse(values.problems)
  const answer = await setVariables.run({ ...inputOf(given), place, set: values.value, unset, secret })
  return confirm(answer, given, { change: 'changed', place })
}

/** `apitest collections allow`. */
export async function allow(
  given: PlaceArguments & { readonly entries: readonly (string | number)[] },
): Promise<number> {
  const { place } = given
  const answer = await allowReads.run({ ...inputOf(given), place, entries: given.entries.map(String) })
  return confirm(answer, given, { change: 'changed', place })
}

/** `apitest collections save`: a request as for `apitest send`, which is kept and not sent. */
export async function save(given: CallArguments & { readonly place: string }): Promise<number> {
  const made = await stepOf(given, false)
  if (!made.ok) return refuse(made.problems)
  const { place } = given
  const answer = await saveRequest.run({
    ...inputOf({ config: given.config }),
    steps: [made.value.step],
    into: place,
  })
  if (!answer.ok) return refuse(answer.problems)
  for (const note of answer.value.notes) printAside(`${note}\n`)
  const to = `${place}${answer.value.created ? ', a new collection' : ''}`
  print(`${oneLine(`saved in ${to}`)}\n`)
  return 0
}

/** `apitest collections validate`. */
export async function validate(
  given: PlaceArguments & {
    readonly validate?: readonly string[] | undefined
    readonly extract?: readonly string[] | undefined
  },
): Promise<number> {
  const { place, validate: written = [], extract = [] } = given
  if (written.length + extract.length === 0)
    return refuse([
      usageProblem('there is nothing to add', "Write --validate 'status: 200' or --extract 'id: $.id'."),
    ])
  const read = await readExpectations({ validate: written, extract } as unknown as CallArguments)
  if (read.problems.length > 0) return refuse(read.problems)
  const { validations = [], extracts } = read.keys
  const answer = await addValidations.run({
    ...inputOf(given),
    place,
    validations: (validations as readonly unknown[]).map(mapping),
    extracts: mapping(extracts),
  })
  return confirm(answer, given, { change: 'changed', place })
}

/** Where the saved collections are looked for. */
export function inputOf({ config }: SavedArguments): SavedInput {
  return { workingFolder: process.cwd(), ...(config === undefined ? {} : { configurationFile: config }) }
}

/** A change that was made, as `--json` tells it. */
interface Change {
  readonly change: 'created' | 'renamed' | 'moved' | 'deleted' | 'changed'
  /** What was changed, as it was called before. */
  readonly place: string
  /** Its new name, or where it is now. */
  readonly to?: string
}

/** Tells what was done, or why it was not; `link` stands between the two places. */
export function confirm(
  answer: Result<unknown>,
  given: { readonly json?: boolean | undefined },
  done: Change,
  link = 'to',
): number {
  const { change, place, to } = done
  const words = `${change} ${place}${to === undefined ? '' : ` ${link} ${to}`}`
  return tell(answer.ok ? { ok: true, value: done } : answer, given, () => [oneLine(words)])
}
