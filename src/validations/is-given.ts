import { possibleVariables } from '../template/member-path.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'
import { roundNames, type Scope } from '../template/scope.ts'

/** True where a value, or something in it, came in while the suite ran. */
export function isGiven(name: string, scope: Scope): boolean {
  const [subject = ''] = name.split('|').map(part => part.trim())
  if (isByChance(subject)) return false
  const found = possibleVariables(subject)
    .map(one => scope.find(one))
    .find(one => one !== undefined)
  if (found === undefined || found.secret) return false
  return found.literal || placeholdersIn(found.value).some(inner => isGiven(inner.name, scope))
}

/** True where a name stands for another value each time it is asked for. */
export function isByChance(name: string): boolean {
  return name.startsWith('$') && !roundNames.some(round => name.startsWith(round))
}
