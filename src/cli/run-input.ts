import type { ArgumentsCamelCase, InferredOptionTypes, Options } from 'yargs'
import { coverageKinds } from '../model/contract.ts'
import type { RunInput } from '../operations/suites/prepare-run.ts'
import type { SuiteInput } from '../operations/suites/suite-input.ts'
import { type Problem, type Result, usageProblem } from '../model/problem.ts'
import type { checkOptions, runOptions, suiteOptions } from './run-options.ts'
import { surroundingsOf } from './surroundings.ts'

/** The options of every command that reads suites, as the command line gives them. */
export type SuiteArguments = Typed<typeof suiteOptions>

/** The options of a check, as the command line gives them. */
export type CheckArguments = Typed<typeof checkOptions>

/** The options of a run, as the command line gives them. */
export type RunArguments = Typed<typeof runOptions>

/** What yargs makes of a table of options, with the paths that go before them. */
type Typed<Table extends Readonly<Record<string, Options>>> = ArgumentsCamelCase<
  InferredOptionTypes<Table>
> & {
  readonly paths?: readonly (string | number)[] | undefined
}

/** What the operation is told, of what was typed. */
export function toSuiteInput(given: SuiteArguments): Result<SuiteInput> {
  const variables = parseVariables(given.var ?? [])
  if (!variables.ok) return variables
  const paths = (given.paths ?? []).map(String)
  if (paths.some(path => path.trim() === ''))
    return { ok: false, problems: [usageProblem('a path is empty', emptyPathHint)] }
  return {
    ok: true,
    value: {
      ...surroundingsOf(given),
      paths,
      variables: variables.value,
    },
  }
}

const emptyPathHint = 'Is a variable not set? Leave the path out to take everything.'

/** What a run is told, of what was typed. */
export function toRunInput(given: RunArguments): Result<RunInput> {
  const input = toSuiteInput(given)
  const shard = parseShard(given.shard)
  const thresholds = parseThresholds(given)
  const problems = [
    ...(input.ok ? [] : input.problems),
    ...(shard.ok ? [] : shard.problems),
    ...(thresholds.ok ? [] : thresholds.problems),
    ...atLeastOne('--workers', given.workers),
    ...atLeastOne('--bail', given.bail),
    ...emptySelection(given),
  ]
  if (!input.ok || !shard.ok || !thresholds.ok || problems.length > 0) return { ok: false, problems }
  const { data, rows, grep, workers, stopOnFailure, bail, history, spec } = given
  return {
    ok: true,
    value: {
      ...input.value,
      tags: (given.tags ?? []).flatMap(tagsIn),
      lastFailed: given.lastFailed ?? false,
      allowExec: given.allowExec ?? false,
      failOnFlaky: given.failOnFlaky ?? false,
      ...(data === undefined ? {} : { data }),
      ...(rows === undefined ? {} : { rows }),
      ...(grep === undefined ? {} : { grep }),
      ...(workers === undefined ? {} : { workers }),
      ...(bail === undefined ? {} : { bail }),
      ...(history === undefined ? {} : { history }),
      ...(spec === undefined ? {} : { spec }),
      ...(thresholds.value === undefined ? {} : { coverageThresholds: thresholds.value }),
      ...(stopOnFailure === undefined ? {} : { stopOnFailure }),
      ...(shard.value === undefined ? {} : { shard: shard.value }),
    },
  }
}

/** Reads the values of --var. */
export function parseVariables(written: readonly string[]): Result<Readonly<Record<string, string>>> {
  const wrong = written.filter(text => !/^[^=\s{}]([^={}\r\n]*[^=\s{}])?=/.test(text))
  if (wrong.length > 0)
    return {
      ok: false,
      problems: wrong.map(text => {
        const [, name, value = ''] = /^([^\s=:{}]+):\s?(.*)$/.exec(text) ?? []
        const meant = name === undefined ? 'user=ada' : `${name}=${value}`
        return usageProblem(`--var ${text} is not name=value`, `Write --var ${meant}.`)
      }),
    }
  return {
    ok: true,
    value: Object.fromEntries(
      written.map(text => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
    ),
  }
}

function parseShard(written: string | undefined): Result<RunInput['shard']> {
  if (written === undefined) return { ok: true, value: undefined }
  const [, index = 0, count = 0] = /^(\d+)\/(\d+)$/.exec(written)?.map(Number) ?? []
  if (index >= 1 && index <= count) return { ok: true, value: { index, count } }
  return {
    ok: false,
    problems: [
      usageProblem(`--shard ${written} is not a part of a whole`, 'Write --shard 1/4 for the first of four.'),
    ],
  }
}

/** `80` is of the operations; `operations=80,statuses=50` says it of each. */
function parseThresholds({
  coverageThreshold: written,
  spec,
}: RunArguments): Result<RunInput['coverageThresholds']> {
  if (written === undefined) return { ok: true, value: undefined }
  const hint = `Write --coverage-threshold 80, or ${coverageKinds.map(kind => `${kind}=80`).join(',')}.`
  if (spec === undefined) {
    const message = '--coverage-threshold asks how much of a description is exercised, and there is none'
    return { ok: false, problems: [usageProblem(message, 'Name it with --spec openapi.yaml.')] }
  }
  const parts = written.split(',').map(part => /^(?:(\w+)=)?(\d+(?:\.\d+)?)%?$/.exec(part.trim()))
  const entries = parts.flatMap(part => {
    const kind = coverageKinds.find(one => one === (part?.[1] ?? 'operations'))
    const percent = Number(part?.[2])
    return kind === undefined || !(percent <= 100) ? [] : [[kind, percent] as const]
  })
  if (entries.length < parts.length)
    return {
      ok: false,
      problems: [usageProblem(`--coverage-threshold ${written} is no share from 0 to 100`, hint)],
    }
  return { ok: true, value: Object.fromEntries(entries) }
}

function atLeastOne(option: string, value: number | undefined): readonly Problem[] {
  if (value === undefined || (Number.isInteger(value) && value >= 1)) return []
  return [usageProblem(`${option} must be a whole number from 1`)]
}

function tagsIn(written: string): readonly string[] {
  return written
    .split(',')
    .map(tag => tag.trim())
    .filter(tag => tag !== '')
}

/** A choice that is empty, mostly for a variable of the shell that is not set, would choose everything. */
function emptySelection({ tags = [], grep }: RunArguments): readonly Problem[] {
  const hint = 'Is a variable not set? Leave the option out to run everything.'
  const emptyTags = tags.filter(written => tagsIn(written).length === 0 || tagsIn(written).includes('!'))
  return [
    ...emptyTags.map(written => usageProblem(`--tags "${written}" lacks a tag`, hint)),
    ...(grep?.trim() === '' ? [usageProblem(`--grep "${grep}" is an empty expression`, hint)] : []),
  ]
}
