import { actionNames, factsOf } from '../actions/index.ts'

type Owners = Readonly<Record<string, readonly string[]>>

/** Which actions have an answer with a target that only some have. */
export const ofAnswers: Owners = {
  status: actionNames.filter(name => factsOf(name).statuses !== undefined),
  ...ownersOf(name => factsOf(name).answerTargets),
}

/** Which actions have messages with a target that only some have. */
export const ofMessages: Owners = ownersOf(name => factsOf(name).messages?.targets)

/** The actions that have each target, in alphabetical order. */
function ownersOf(targetsOf: (name: string) => readonly string[] | undefined): Owners {
  const owners: Record<string, string[]> = {}
  for (const name of actionNames.toSorted())
    for (const target of targetsOf(name) ?? []) (owners[target] ??= []).push(name)
  return owners
}

/** True where a target is one that only messages have. */
export function isMessageTarget(name: string): boolean {
  return Object.hasOwn(ofMessages, name) && !Object.hasOwn(ofAnswers, name)
}

/** True where the messages of an action have this target. */
export function isTargetOfMessages(name: string, action: string): boolean {
  return ofMessages[name]?.includes(action) ?? true
}
