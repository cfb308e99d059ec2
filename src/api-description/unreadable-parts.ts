import type { Operation } from './api-description.ts'
import type { JudgedPart } from './documents/loaded-document.ts'
import { responseFor } from './find-response.ts'

/** Why the request of an operation cannot be held against it: parts that lead nowhere, or are malformed. */
export function unreadableRequest(operation: Operation): readonly string[] {
  return [...unreadableParts(operation, part => part === 'parameters'), ...unreadableBody(operation)]
}

/** The same for the body of its request. */
export function unreadableBody(operation: Operation): readonly string[] {
  return unreadableParts(operation, part => part === 'body')
}

/** The same for its answers, whatever their status. */
export function unreadableAnswers(operation: Operation): readonly string[] {
  return unreadableParts(operation, part => part !== 'parameters' && part !== 'body')
}

/** The same for an answer with one status. */
export function unreadableAnswer(operation: Operation, status: number): readonly string[] {
  const documented = responseFor(operation, status)?.status
  // A key that is no status may have been meant for this one, unless this one stands there itself.
  const whole = documented === String(status) ? undefined : 'responses'
  return unreadableParts(operation, part => part === whole || part === `response ${documented ?? ''}`)
}

/** References in the request of an operation, or in its answer as it is documented for a status, that lead nowhere. */
export function missingIn({ unresolved }: Operation, documented?: string): readonly string[] {
  return unresolved
    .filter(({ judges }) =>
      documented === undefined
        ? judges === 'parameters' || judges === 'body'
        : judges === 'responses' || judges === `response ${documented}`,
    )
    .map(({ reference, reason }) => leadsNowhere(reference, reason))
}

function unreadableParts(
  { unresolved, malformed }: Operation,
  isMeant: (part: JudgedPart) => boolean,
): readonly string[] {
  const isJudged = ({ judges }: { readonly judges?: JudgedPart }) => judges !== undefined && isMeant(judges)
  return [
    ...unresolved.filter(isJudged).map(({ reference, reason }) => leadsNowhere(reference, reason)),
    ...malformed
      .filter(isJudged)
      .map(({ place, reason }) => `the description is malformed: ${place}: ${reason}`),
  ]
}

/** `the reference #/x leads nowhere: there is no #/x`. */
export function leadsNowhere(reference: string, reason: string): string {
  return `the reference ${reference} leads nowhere: ${reason}`
}
