import type { Operation, ResponseDescription } from './api-description.ts'
import { responseFor } from './find-response.ts'

/** An answer of an operation, and the status it has. */
export interface Chosen {
  readonly response: ResponseDescription
  readonly status: number
}

/** Finds the response that is described for a status; undefined where there is none. */
export function chosenResponse(operation: Operation, status: number): Chosen | undefined {
  const response = responseFor(operation, status)
  return response === undefined ? undefined : { response, status }
}

/**
 * The first success, exact before a range, that before `default`, else the first answer there is; 1xx are none. With an
 * example only answers that have it, if there are any.
 */
export function usualResponse({ responses: all }: Operation, example?: string): Chosen | undefined {
  const possible = all.filter(({ status }) => !status.startsWith('1'))
  const having = example === undefined ? [] : possible.filter(response => hasExample(response, example))
  const responses = having.length === 0 ? possible : having
  const response =
    responses.find(({ status }) => /^2\d\d$/.test(status)) ??
    responses.find(({ status }) => status === '2XX') ??
    responses.find(({ status }) => status === 'default') ??
    responses[0]
  if (response === undefined) return undefined
  const status = Number(response.status.replace(/XX$/, '00'))
  return { response, status: Number.isNaN(status) ? 200 : status }
}

/** The documented success of one of these statuses, else the usual one; 201 only for what is new. */
export function successResponse(operation: Operation, statuses: readonly number[]): Chosen | undefined {
  const { responses } = operation
  const exact = statuses.find(status => responses.some(one => one.status === String(status)))
  if (exact !== undefined) return chosenResponse(operation, exact)
  const others = responses.filter(({ status }) => status !== '201')
  return usualResponse(
    others.length === 0 || statuses.includes(201) ? operation : { ...operation, responses: others },
  )
}

/** True where an answer has an example of a name. */
export function hasExample({ contents }: ResponseDescription, example: string): boolean {
  return contents.some(({ namedExamples }) => namedExamples?.has(example) === true)
}
