import type { JsonObject } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import type { YamlSource } from '../../parse/yaml-source.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** What an action cannot do without. */
const needed: Readonly<Record<string, readonly string[]>> = {
  grpc: ['target'],
  kafka: ['brokers', 'topic'],
  amqp: ['url'],
}

/** What belongs to only one of the two things that a step with a broker can do. */
const ofModes: Readonly<Record<string, readonly string[]>> = {
  listen: ['from', 'as', 'queue', 'arguments'],
  publish: ['key', 'partition', 'json', 'text', 'file', 'headers', 'properties'],
}

/** Keys that exclude each other, and why. */
const excluding = [
  { action: 'grpc', keys: ['message', 'messages'], why: 'a call has one message or a list of them' },
  { action: 'grpc', keys: ['proto', 'descriptor-set'], why: 'a call has one schema' },
  { action: 'amqp', keys: ['queue', 'exchange'], why: 'a listener reads an exchange or a queue' },
  { action: 'amqp', keys: ['queue', 'routing-key'], why: 'a queue is read as it is' },
] as const

/** A step has all that its action needs, and nothing that what it does has no use for. */
export const completeActions: Rule = ({ source, ...parsed }) =>
  allSteps(parsed).flatMap(step => [
    ...missingKeys(source, step),
    ...keysOfOtherMode(source, step),
    ...excludedKeys(source, step),
    ...countOfNone(source, step),
  ])

function missingKeys(source: YamlSource, { action, input, path }: Step): readonly Problem[] {
  const missing = (needed[action] ?? []).filter(key => !Object.hasOwn(input, key))
  const needs = missing.map(key => ({ owner: action, key }))
  if (action === 'amqp' && !has(input, 'exchange') && !has(input, 'queue'))
    needs.push({ owner: action, key: 'exchange' })
  if (has(input, 'import-paths') && !has(input, 'proto')) needs.push({ owner: 'import-paths', key: 'proto' })
  return needs.map(({ owner, key }) =>
    problemAt(source, [...path, owner], 'missing-key', `"${owner}" needs the key "${key}"`, { atKey: true }),
  )
}

function keysOfOtherMode(source: YamlSource, { action, input, path }: Step): readonly Problem[] {
  const mode = input[action]
  if ((action !== 'kafka' && action !== 'amqp') || (mode !== 'listen' && mode !== 'publish')) return []
  const other = mode === 'listen' ? 'publish' : 'listen'
  return (ofModes[other] ?? [])
    .filter(key => has(input, key))
    .map(key => {
      const message = `"${key}" belongs to "${action}: ${other}", not to "${action}: ${mode}"`
      return problemAt(source, [...path, key], 'misplaced-key', message, { atKey: true })
    })
}

function excludedKeys(source: YamlSource, { action, input, path }: Step): readonly Problem[] {
  return excluding
    .filter(pair => pair.action === action && pair.keys.every(key => has(input, key)))
    .map(({ keys: [one, other], why }) =>
      problemAt(source, [...path, other], 'misplaced-key', `${why}: "${one}" and "${other}" are two`, {
        hint: 'Keep one of them.',
        atKey: true,
      }),
    )
}

function countOfNone(source: YamlSource, { input, path }: Step): readonly Problem[] {
  if (input['none'] !== true || !has(input, 'count')) return []
  const message = 'a step waits for messages, or that none comes: "none" and "count" are two'
  return [
    problemAt(source, [...path, 'count'], 'misplaced-key', message, {
      hint: 'Keep one of them.',
      atKey: true,
    }),
  ]
}

function has(input: JsonObject, key: string): boolean {
  return Object.hasOwn(input, key)
}
