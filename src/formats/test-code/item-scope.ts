import { singular } from '../../compile/singular.ts'
import type { JsonRoot, Selector, Value } from '../../compile/test-program/test-program.ts'

/** Names the items of lists that are being looked at, one inside of the other. */
export abstract class ItemScope {
  /** From the outermost to the innermost. */
  protected around: readonly string[] = []

  /** A name for an item of the list at the end of a path. */
  abstract itemName(path: readonly Selector[]): string

  /** A name for an item of this list. */
  itemOf(list: Value): string {
    return this.itemName(pathOf(list))
  }

  /** A name for all items of this list. */
  itemsOf(list: Value): string {
    const last = pathOf(list).findLast(selector => typeof selector === 'string')
    if (last === undefined) return 'items'
    return singular(last) === last ? `${last}s` : last
  }

  /** Name of the value that a part of a response is a part of. */
  rootName(root: JsonRoot): string {
    if (root === 'cookies') return this.cookies()
    return root === 'body' ? 'body' : (this.around.at(-1) ?? 'item')
  }

  /** An expression for the cookies that an answer sets. */
  protected abstract cookies(): string

  /** Writes something in which `item` is what is called so. */
  inItem<Written>(item: string, write: () => Written): Written {
    const before = this.around
    this.around = [...before, item]
    const written = write()
    this.around = before
    return written
  }
}

function pathOf(list: Value): readonly Selector[] {
  return 'path' in list ? list.path : []
}
