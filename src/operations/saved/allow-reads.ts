import { fileNamesIn } from '../../compile/relocate-files.ts'
import type { Collection, ImportMark } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import type { Saved } from '../../store/saved-collections.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import { environmentVariable } from '../../template/scope.ts'
import { operation } from '../operation.ts'
import { list, object, text } from '../schema.ts'
import { changeCollection } from './change-items.ts'
import { namesSchema, placeKeys, updatePlace } from './saved-input.ts'

/** Lets an imported collection read something when it runs; answers with the names that lead to it. */
export const allowReads = operation({
  name: 'allow-reads',
  permission: 'project',
  byHand: true,
  summary: 'Lets an imported collection read variables of the environment, or files.',
  input: object({
    entries: list(text('env.TOKEN, ../logo.png'), 'As written in suites; exec for steps that run commands'),
    ...placeKeys,
  }),
  answer: namesSchema,
  async run(input, host) {
    const problem = entryProblem(input.entries)
    if (problem !== undefined) return problem
    return updatePlace(input, host, (saved, place) => {
      const { name = '', imported } = saved.collections[place.collection] ?? {}
      if (imported === undefined) {
        const message = `"${name}" was not imported: it reads what it names, and nothing has to be allowed`
        return usageRefusal(message)
      }
      return { ok: true, value: withAllowed(saved, place.collection, input.entries) }
    })
  },
})

/** Finds the problem with entries of `--allow`. */
export function entryProblem(entries: readonly string[]): Result<never> | undefined {
  const wrong = entries.find(entry => entry.trim() === '' || entry === 'env.')
  if (wrong === undefined) return undefined
  const hint = 'Write env.TOKEN for a variable of the environment, or the name of a file: ../logo.png.'
  return usageRefusal(`"${wrong}" names nothing that can be allowed`, hint)
}

/** Adds entries that an imported collection and its environments may read; others stay as they are. */
export function withAllowed(saved: Saved, collection: number, entries: readonly string[]): Saved {
  return changeCollection(saved, collection, one => ({
    ...allowing(one, entries),
    environments: one.environments.map(environment => allowing(environment, entries)),
  }))
}

/** The same of something that was imported. */
export function allowing<Marked extends Pick<Collection, 'imported'>>(
  one: Marked,
  entries: readonly string[],
): Marked {
  const { imported } = one
  return imported === undefined
    ? one
    : { ...one, imported: joinMarks(imported, { from: '', allow: entries }) }
}

/** The first of two marks, with what both allow. */
function joinMarks(mark: ImportMark, other: ImportMark): ImportMark {
  return { ...mark, allow: [...new Set([...mark.allow, ...other.allow])] }
}

/** Joins two marks: an imported part makes the whole imported, and it may read the entries of both. */
export function joinedMark(
  before: Pick<Collection, 'imported'>,
  other: Pick<Collection, 'imported'>,
): Pick<Collection, 'imported'> {
  const [first, second] = [before.imported, other.imported].filter(mark => mark !== undefined)
  if (first === undefined) return {}
  return { imported: second === undefined ? first : joinMarks(first, second) }
}

/** Lists the reads that typed steps, or a typed suite, name: typing them counts as allowing them. */
export function readsNamed(typed: JsonObject): readonly string[] {
  const names = placeholdersIn(typed).map(({ name }) => name)
  return [
    ...names.filter(name => environmentVariable(name) !== undefined),
    ...fileNamesIn(typed).map(({ name }) => name),
  ]
}
