import type { CollectionItem } from '../model/collection.ts'
import { stepName } from '../parse/build-step.ts'
import { plainText } from '../template/plain-text.ts'

/**
 * Names a folder or a saved request; a request without a name after its action, as in a run. Braces that its name
 * escapes are as they are meant.
 */
export function itemName(item: CollectionItem): string {
  return item.kind === 'folder' ? item.name : plainText(writtenName(item))
}

/** The name as a suite has it. */
export function writtenName(item: CollectionItem): string {
  return item.kind === 'folder' ? item.name : stepName(item.step)
}
