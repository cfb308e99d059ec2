import { jsonBody } from '../../actions/body/json-body.ts'
import type { Expectation, Target, TargetValidation } from '../../model/expectation.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Step } from '../../model/suite.ts'
import { conditionTargets, targetsOf } from '../../model/targets-of.ts'
import { foundJson, foundText, type Selected } from '../../extracts/selected.ts'
import { targetPlace } from '../../extracts/target-subject.ts'
import type { Scope } from '../../template/scope.ts'
import { valueText } from '../../util/value-text.ts'
import { renderTargetValidation } from '../../validations/render-targets.ts'
import { madeExchange, textBody } from '../made/answers.ts'
import { bodyMaker } from '../made/bodies.ts'
import { madeValues } from '../made/values.ts'
import { whereTaken } from '../trials/made-variables.ts'
import { fits } from '../trials/verdicts.ts'
import { numberFor, type World } from './worlds.ts'

/** When something is asked. */
interface Asked {
  /** How often something was asked before. */
  readonly time: number
  /** The most milliseconds that its answer may take. */
  readonly longest: number | undefined
}

/** The answer to a step in a world. To be called inside of `whenLoaded`. */
export function madeAnswer(step: Step, world: World, { time, longest }: Asked, scope: Scope): Exchange {
  const { garbage } = world
  const seed = `${step.phase} ${step.path.join('.')} ${time} ${world.salt}`
  const duration = durationIn(world, longest, seed)
  if (garbage !== undefined)
    return madeExchange(textBody(garbage.body, garbage.size), { status: garbage.status, duration })
  const wanted = world.meets === true ? wantedOf(step, world, scope) : []
  const literals = world.holdsLiterals === true ? filled(targetsOf(step).filter(isTarget), scope) : []
  const at = (target: Target, place: string): JsonValue => {
    const own = `${place} ${seed}`
    const usual = world.value?.(own) ?? null
    const near = expectedOf(literals, target).flatMap(one => madeValues([one]))
    const value = near.length === 0 ? usual : (near[numberFor(own) % near.length] ?? null)
    return fitting(value, expectedOf(wanted, target), target, own)
  }
  const names = targetsOf(step).flatMap(({ target }) => (target.kind === 'header' ? [target.name] : []))
  const paths = targetsOf(step).flatMap(({ target }) => (target.kind === 'json-path' ? [target.path] : []))
  const headers = [...new Set(names)].map(
    name => [name, valueText(at({ kind: 'header', name }, `header ${name}`))] as const,
  )
  const document = bodyMaker(paths)(
    place => {
      const target = { kind: 'json-path', path: place } as const
      const isOmitted = world.omits === true && (numberFor(`${place} ${world.salt}`) >>> 9) % 2 === 0
      return isOmitted && expectedOf(wanted, target).length === 0 ? undefined : at(target, place)
    },
    place => numberFor(`items ${place} ${seed}`) % 3,
  )
  const isWhole = paths.length === 0 || paths.every(path => path === '$')
  const body = isWhole ? at({ kind: 'json-path', path: '$' }, '$') : document
  const usual = 200 + (numberFor(`status ${seed}`) % 2)
  const status = Number(fitting(usual, expectedOf(wanted, { kind: 'status' }), { kind: 'status' }, `${time}`))
  const isText = typeof body === 'string' && paths.length === 0
  return madeExchange(isText ? textBody(body) : jsonBody(body), { status, headers, duration })
}

function isTarget(one: object): one is TargetValidation {
  return 'expectations' in one
}

/** The condition of one of the validations and extracts of a step, with its placeholders filled in. */
function wantedOf(
  { validations, extracts }: Step,
  { salt }: World,
  scope: Scope,
): readonly TargetValidation[] {
  const parts = [...validations, ...extracts].map(one =>
    conditionTargets({ ...(one.when && { when: one.when }) }),
  )
  const asking = parts.filter(({ length }) => length > 0)
  if (asking.length === 0) return []
  return filled(asking[salt % asking.length] ?? [], scope).map(one => whereTaken(one, extracts))
}

function filled(targets: readonly TargetValidation[], scope: Scope): readonly TargetValidation[] {
  return targets.flatMap(one => {
    const rendered = renderTargetValidation(one, scope)
    return rendered.ok ? [rendered.value] : []
  })
}

function expectedOf(targets: readonly TargetValidation[], target: Target): readonly Expectation[] {
  const place = targetPlace(target)
  return targets.filter(one => targetPlace(one.target) === place).flatMap(({ expectations }) => expectations)
}

/** The value, or one that is as expected. */
function fitting(
  value: JsonValue,
  expectations: readonly Expectation[],
  target: Target,
  seed: string,
): JsonValue {
  if (expectations.length === 0 || fits(selectedOf(value, target), expectations)) return value
  const others = madeValues(expectations).filter(one => fits(selectedOf(one, target), expectations))
  return others[numberFor(seed) % others.length] ?? value
}

function selectedOf(value: JsonValue, { kind }: Target): Selected {
  return kind === 'header' ? foundText(valueText(value)) : foundJson(value)
}

/** How long an answer takes in a world, in milliseconds; of two requests one may take longer. */
function durationIn({ share }: World, longest: number | undefined, seed: string): number {
  return Math.max(0.1, (share * (longest ?? 3_600_000)) / (1 + (numberFor(`time ${seed}`) % 3)))
}
