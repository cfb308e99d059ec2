import {
  changeEnvironment,
  deleteEnvironment,
  type EnvironmentsInput,
  listEnvironments,
  showEnvironment,
} from '../../operations/saved/environments.ts'
import { environmentLines } from '../../report/terminal/saved-lines.ts'
import { oneLine } from '../../report/text/printable.ts'
import { plural } from '../../util/quantity.ts'
import { printAside } from '../print.ts'
import { readAssignments } from '../saved/read-assignments.ts'
import { outputPalette, refuse, tell } from '../saved/tell.ts'
import { confirm, inputOf, type SavedArguments } from './collections.ts'

interface EnvironmentArguments extends SavedArguments {
  readonly collection?: string | undefined
  readonly name: string
}

/** `apitest environments`: lists the saved environments. Answers with the exit code, as all of these do. */
export async function list(
  given: SavedArguments & { readonly collection?: string | undefined },
): Promise<number> {
  const answer = await listEnvironments.run(environmentsInput(given))
  if (answer.ok && answer.value.length === 0 && given.json !== true)
    printAside('no saved environments; those of apitest.config.yaml stand there\n')
  return tell(answer, given, environments =>
    environments.map(({ name, collection, variables }) => {
      const owner = collection === undefined ? '' : `  ${oneLine(collection)}`
      return `${oneLine(name)}${outputPalette().dim(`${owner}  ${plural(variables.length, 'variable')}`)}`
    }),
  )
}

/** `apitest environments show`: its variables; secrets are masked, as JSON too. */
export async function show(given: EnvironmentArguments): Promise<number> {
  const answer = await showEnvironment.run({ ...environmentsInput(given), name: given.name })
  if (!answer.ok || given.json !== true) return tell(answer, given, environmentLines)
  const secrets = Object.fromEntries(Object.keys(answer.value.secrets).map(name => [name, '***']))
  return tell({ ok: true, value: { ...answer.value, secrets } }, given, () => [])
}

/** `apitest environments set`. */
export async function set(
  given: EnvironmentArguments & {
    readonly values?: readonly (string | number)[] | undefined
    readonly unset?: readonly string[] | undefined
    readonly secret?: boolean | undefined
    readonly rename?: string | undefined
  },
): Promise<number> {
  const { name, unset = [], secret = false, rename } = given
  const values = readAssignments(given.values ?? [], rename === undefined ? unset : [...unset, name])
  if (!values.ok) return refuse(values.problems)
  const answer = await changeEnvironment.run({
    ...environmentsInput(given),
    name,
    set: values.value,
    unset,
    secret,
    ...(rename === undefined ? {} : { newName: rename }),
  })
  return rename === undefined
    ? confirm(answer, given, { change: 'changed', place: name })
    : confirm(answer, given, { change: 'renamed', place: name, to: rename })
}

/** `apitest environments delete`. */
export async function remove(given: EnvironmentArguments): Promise<number> {
  const answer = await deleteEnvironment.run({ ...environmentsInput(given), name: given.name })
  return confirm(answer, given, { change: 'deleted', place: given.name })
}

function environmentsInput(
  given: SavedArguments & { readonly collection?: string | undefined },
): EnvironmentsInput {
  const { collection } = given
  return { ...inputOf(given), ...(collection === undefined ? {} : { collection }) }
}
