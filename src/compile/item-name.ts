import type { CollectionItem } from '../model/collection.ts'
import { stepName } from '../parse/build-step.ts'

/** What a folder or a saved request is called; a request without a name after its action, as in a run. */
export function itemName(item: CollectionItem): string {
  return item.kind === 'folder' ? item.name : stepName(item.step)
}
