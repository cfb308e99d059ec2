import path from 'node:path'
import { suiteRunBy } from '../../actions/index.ts'
import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { mapping } from '../../util/read-values.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { skippedSteps } from '../known-names.ts'
import { pathHint, allSteps, type Facts, problemAt, type Rule } from '../rule.ts'

/** A suite that `use` names exists, can be read, gets its inputs, and does not come back to this one. */
export const reachableUses: Rule = (parsed, facts) =>
  allSteps(parsed).flatMap(step => {
    const written = suiteRunBy(step)
    return written === undefined ? [] : useProblems(parsed, facts, step, written)
  })

function useProblems(parsed: ParsedSuite, facts: Facts, step: Step, written: string): readonly Problem[] {
  const at = [...step.path, step.action]
  if (written.includes('{{'))
    return [
      problemAt(parsed.source, at, 'use-missing', 'the suite to use must be known before anything is sent', {
        hint: 'Write the path without placeholders; several steps with `when` can choose among several suites.',
      }),
    ]
  const file = path.resolve(path.dirname(parsed.suite.file), written)
  const used = facts.uses.get(file)
  if (used === undefined || used.state === 'missing')
    return [
      problemAt(parsed.source, at, 'use-missing', `there is no suite ${written}`, {
        hint: pathHint(parsed.source, file),
      }),
    ]
  if (used.state === 'unreadable')
    return [problemAt(parsed.source, at, 'use-unreadable', `${written} cannot be read: ${used.reason}`)]
  const cycle = cycleThrough(parsed.suite.file, used.parsed, facts, [written], new Set())
  if (cycle !== undefined)
    return [
      problemAt(parsed.source, at, 'use-cycle', `this suite ends up using itself: ${cycle.join(' uses ')}`, {
        hint: 'Move what both need into a third suite.',
      }),
    ]
  return [
    ...skippedUse(parsed, step, used.parsed),
    ...missingInputs(parsed, step, used.parsed),
    ...unknownInputs(parsed, step, facts, used.parsed),
    ...ignoredEnvironment(parsed, step, used.parsed),
  ]
}

/** The chain of `use` steps from a used suite back to `origin`, if there is one. */
function cycleThrough(
  origin: string,
  from: ParsedSuite,
  facts: Facts,
  chain: readonly string[],
  visited: Set<string>,
): readonly string[] | undefined {
  if (from.suite.file === origin) return chain
  if (visited.has(from.suite.file)) return undefined
  visited.add(from.suite.file)
  for (const step of allSteps(from)) {
    const written = suiteRunBy(step)
    if (written === undefined) continue
    const next = facts.uses.get(path.resolve(path.dirname(from.suite.file), written))
    if (next?.state !== 'parsed') continue
    const cycle = cycleThrough(origin, next.parsed, facts, [...chain, written], visited)
    if (cycle !== undefined) return cycle
  }
  return undefined
}

/** A suite that is left out gives nothing, and a step that uses it would prove nothing. */
function skippedUse(parsed: ParsedSuite, step: Step, { suite }: ParsedSuite): readonly Problem[] {
  if (suite.skip === undefined || parsed.suite.skip !== undefined || skippedSteps(parsed).has(step)) return []
  const message = `"${suite.name}" is left out by its own \`skip\`: ${suite.skip}`
  const hint = 'Take the `skip` there away, or leave this out as well.'
  return [problemAt(parsed.source, [...step.path, step.action], 'use-skipped', message, { hint })]
}

function missingInputs(parsed: ParsedSuite, step: Step, used: ParsedSuite): readonly Problem[] {
  const given = Object.keys(mapping(step.input['with']))
  const missing = used.suite.inputs.filter(name => !given.includes(name))
  if (missing.length === 0) return []
  return [
    problemAt(
      parsed.source,
      [...step.path, step.action],
      'inputs-missing',
      `"${used.suite.name}" needs ${missing.join(', ')}`,
      {
        hint: `Add \`with: { ${missing.map(name => `${name}: …`).join(', ')} }\`.`,
      },
    ),
  ]
}

/** An input that is handed over is named somewhere in the suites that are used; nothing else would show that a name is misspelt. */
function unknownInputs(
  parsed: ParsedSuite,
  step: Step,
  { uses }: Facts,
  used: ParsedSuite,
): readonly Problem[] {
  const given = Object.keys(mapping(step.input['with']))
  if (given.length === 0) return []
  const texts = [...uses.values()].flatMap(one =>
    one.state === 'parsed' ? JSON.stringify(one.parsed.suite) : [],
  )
  const known = [...used.suite.inputs, ...Object.keys(used.suite.variables)]
  return given
    .filter(name => !texts.some(text => text.includes(JSON.stringify(name).slice(1, -1))))
    .map(name =>
      problemAt(
        parsed.source,
        [...step.path, 'with', name],
        'unknown-variable',
        `"${used.suite.name}" has no use for "${name}"`,
        { hint: suggesting(name, known, 'Take it out, or name it there.') },
      ),
    )
}

/** A used suite runs in the environment of its caller. */
function ignoredEnvironment(parsed: ParsedSuite, step: Step, used: ParsedSuite): readonly Problem[] {
  const { environment, name } = used.suite
  if (environment === undefined || environment === parsed.suite.environment) return []
  const message = `"${name}" asks for the environment "${environment}", which counts only when it runs on its own`
  const hint = `Write \`environment: ${environment}\` in this suite as well, or remove it there.`
  return [
    problemAt(parsed.source, [...step.path, step.action], 'environment-ignored', message, {
      severity: 'warning',
      hint,
    }),
  ]
}
