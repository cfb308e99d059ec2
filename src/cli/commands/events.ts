import type { Problem } from '../../model/problem.ts'
import { readPlace } from '../events/broker-part.ts'
import type { EventArguments } from '../events/event-options.ts'
import { listenStep } from '../events/listen-step.ts'
import { publishStep } from '../events/publish-step.ts'
import { printProblems } from '../print-problems.ts'
import { sendStep } from './send.ts'

/** `apitest listen`: the messages of a topic or an exchange, without a suite. Answers with the exit code. */
export async function listen(given: EventArguments): Promise<number> {
  const place = readPlace('listen', given)
  return place.ok ? sendStep(await listenStep(place.value, given), given) : refuse(place.problems)
}

/** `apitest publish`: one message to a topic or an exchange, without a suite. Answers with the exit code. */
export async function publish(given: EventArguments): Promise<number> {
  const place = readPlace('publish', given)
  return place.ok ? sendStep(await publishStep(place.value, given), given) : refuse(place.problems)
}

function refuse(problems: readonly Problem[]): number {
  printProblems(problems)
  return 2
}
