import type { Change, ChangePlace } from '../../model/contract-change.ts'

/** An operation that a change reaches, the part of it, and the way from there. */
export type ChangeReach = Pick<Change, 'operation' | 'part' | 'path'>

/** A change with all that it reaches: as many operations as share what changed. */
export interface FoundChange extends Omit<
  Change,
  'operation' | 'operations' | 'operationCount' | 'part' | 'path'
> {
  /**
   * Lists the operations and parts that it reaches, the nearest first; nothing but an empty one for the API as a whole.
   * Ways are those of the nearest alone, unless all are asked for, which takes long where schemas refer to each other.
   */
  readonly reaches: (withPaths: boolean) => readonly ChangeReach[]
}

/** Operations of a change that are listed. */
const mostListed = 20

/** A change, with some of what it reaches. */
export function changeOf({ reaches: _, ...found }: FoundChange, reaches: readonly ChangeReach[]): Change {
  const names = [...new Set(reaches.flatMap(({ operation }) => operation ?? []))]
  const { rule, level, ...rest } = found
  return {
    rule,
    level,
    ...reaches[0],
    ...(names.length < 2 ? {} : { operations: names.slice(0, mostListed), operationCount: names.length }),
    ...rest,
  }
}

/** Changes at the same places and for the same reason are one: a shared part that changed in itself. */
export function mergeChanges(changes: readonly FoundChange[]): readonly FoundChange[] {
  const merged = new Map<string, FoundChange[]>()
  for (const change of changes) {
    const { rule, level, reason, before, after } = change
    const key = JSON.stringify([rule, level, reason, keyOf(before), keyOf(after)])
    const known = merged.get(key)
    if (known === undefined) merged.set(key, [change])
    else known.push(change)
  }
  return [...merged.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    if (others.length === 0) return [first]
    return [
      {
        ...first,
        reaches: (withPaths: boolean) => [first, ...others].flatMap(one => one.reaches(withPaths)),
      },
    ]
  })
}

function keyOf(place: ChangePlace | undefined): readonly string[] {
  return place === undefined ? [] : [place.document, place.pointer]
}
