import type { Options } from 'yargs'
import { retryOptions, sendOptions } from './call-options.ts'

const options: Readonly<Record<string, Options>> = { ...sendOptions, ...retryOptions }

/**
 * What people type for curl, and what is done here without being asked: `curl …` lines can be pasted as they are. What
 * stands behind `--url` is a word like any other.
 */
const idleOptions =
  `compressed globoff include show-error fail fail-with-body silent progress-bar no-progress-meter
  no-buffer no-keepalive url`.split(/\s+/)

/** Those of them that take a value. */
const idleValues = ['connect-timeout', 'keepalive-time', 'write-out', 'w']

/** Letters of those, alone or in a group such as `-sS`. */
const idleLetters = /[gSfiN#]/g

/**
 * The arguments without options of curl that say what happens anyway. As in curl, what stands behind an option that takes a
 * value is its value: one that begins with a dash is joined to it, because to yargs it would be the next option.
 */
export function withoutHabits(argv: readonly string[]): readonly string[] {
  const kept: string[] = []
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] ?? ''
    const next = argv[index + 1]
    if (idleValues.some(name => argument === `${name.length === 1 ? '-' : '--'}${name}`)) index++
    else if (!takesValue(argument)) kept.push(...withoutIdle(argument))
    else if (next === undefined) kept.push(argument)
    else {
      kept.push(...(/^-./.test(next) ? [`${argument}=${next}`] : [argument, next]))
      index++
    }
  }
  return kept
}

function withoutIdle(argument: string): readonly string[] {
  if (idleOptions.some(name => argument === `--${name}`)) return []
  if (!/^-[gSfiN#skvLGI]+$/.test(argument)) return [argument]
  const rest = argument.replace(idleLetters, '')
  return rest === '-' ? [] : [rest]
}

/** Whether the next argument is the value of this one. */
function takesValue(argument: string): boolean {
  if (!argument.startsWith('-')) return false
  return Object.entries(options).some(
    ([name, { requiresArg, alias = [] }]) =>
      requiresArg === true &&
      [name, alias].flat().some(other => argument === `${other.length === 1 ? '-' : '--'}${other}`),
  )
}
