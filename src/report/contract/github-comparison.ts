import path from 'node:path'
import type { Change, ContractComparison } from '../../model/contract-change.ts'
import { workflowCommand } from '../github.ts'
import { relativePath } from '../text/place.ts'
import { countsOf, reachText, subjectOf } from './change-words.ts'

/**
 * A comparison as workflow commands of GitHub Actions, each of which marks a line of the new description: errors for what
 * breaks, warnings for what may. Safe changes are only counted.
 */
export function githubComparison(
  comparison: ContractComparison,
  { workingFolder, repositoryFolder = workingFolder }: { workingFolder: string; repositoryFolder?: string },
): string {
  const commands = comparison.changes.flatMap(change => {
    if (change.level === 'safe') return []
    const level = change.level === 'breaking' ? 'error' : 'warning'
    const place = placeOf(change, workingFolder, repositoryFolder)
    return [workflowCommand({ level, place, title: change.rule, message: messageOf(change) })]
  })
  return `${commands.join('')}apitest: ${countsOf(comparison)}\n`
}

function messageOf(change: Change): string {
  const subject = [change.operation ?? [], subjectOf(change)].flat().filter(Boolean).join(', ')
  const reach = reachText(change)
  const reason = reach === '' ? change.reason : `${change.reason}, ${reach}`
  return subject === '' ? reason : `${subject}: ${reason}`
}

/** Only files of the working tree can be marked. */
function placeOf({ before, after }: Change, workingFolder: string, repositoryFolder: string): string {
  const place = [after, before].find(one => one?.line !== undefined && !/^[^/]*:/.test(one.document))
  if (place?.line === undefined) return ''
  const file = relativePath(path.resolve(workingFolder, place.document), repositoryFolder)
  return `file=${file.replaceAll('%', '%25').replaceAll(':', '%3A').replaceAll(',', '%2C')},line=${place.line}`
}
