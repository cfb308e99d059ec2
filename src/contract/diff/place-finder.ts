import { DocumentPaths } from '../../api-description/documents/document-paths.ts'
import { wholeDocument } from '../../api-description/documents/loaded-document.ts'
import type { ChangePlace } from '../../model/contract-change.ts'
import { jsonPointer } from '../../util/json-pointer.ts'
import type { Spot } from './rules/rule.ts'

/** Finds where values of descriptions are written. Documents are looked through when somebody first asks. */
export class PlaceFinder {
  readonly #paths = new DocumentPaths()

  /** The spot, where it is part of its document and not made of other parts of it. */
  knows(spot: Spot | undefined): Spot | undefined {
    return spot !== undefined && this.#paths.of(spot) !== undefined ? spot : undefined
  }

  /** The place of a value; of one that was made while reading, the document. */
  placeOf(spot: Spot): ChangePlace {
    const { document, keys = [] } = spot
    const path = this.#paths.of(spot)
    const pointer = jsonPointer(path === undefined ? [] : [...path, ...keys])
    return { document: wholeDocument(document).address, pointer }
  }
}
