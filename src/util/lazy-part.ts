import type { Maybe } from './maybe.ts'
import { briefly, inTurn, needsTurn } from './turns.ts'

/** Thrown where a part of the program is asked for that is not loaded yet; `whenLoaded` loads it. */
class MissingPart extends Error {
  readonly load: () => Promise<unknown>

  constructor(load: () => Promise<unknown>) {
    super('a part of the program is used before it is loaded')
    this.name = 'MissingPart'
    this.load = load
  }
}

/**
 * A part of the program that most runs do not need, such as the engine of regular expressions. The returned function gives
 * it at once; until it is loaded it throws, and only what runs inside of `whenLoaded` may call it.
 */
export function lazyPart<Part>(load: () => Promise<Part>): () => Part {
  let part: { readonly value: Part } | undefined
  const loaded = async (): Promise<void> => {
    part = { value: await load() }
  }
  return () => {
    if (part === undefined) throw new MissingPart(loaded)
    return part.value
  }
}

/**
 * Runs what may need lazy parts: at once, so that nobody waits where all of them are there; else, as soon as the missing
 * one is loaded, once more. What takes longer than others can wait for runs once more, too, when it is its turn. So it must do
 * nothing that may not be done twice.
 */
export function whenLoaded<Result>(work: () => Maybe<Result>): Maybe<Result> {
  try {
    return briefly(work)
  } catch (error) {
    if (needsTurn(error)) return takingTurn(work)
    return again(error, work)
  }
}

async function takingTurn<Result>(work: () => Maybe<Result>): Promise<Result> {
  try {
    return await inTurn(work)
  } catch (error) {
    return again(error, work)
  }
}

function again<Result>(error: unknown, work: () => Maybe<Result>): Promise<Result> {
  if (!(error instanceof MissingPart)) throw error
  return error.load().then(() => whenLoaded(work))
}
