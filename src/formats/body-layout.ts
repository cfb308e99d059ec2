import type { JsonValue } from '../model/json.ts'
import { writeJson } from '../util/exact-number.ts'
import type { Told } from './told.ts'

/**
 * The fate of blanks and line breaks in JSON that a file sends. A run of the file itself sends its bytes, as one who signs bodies sees
 * them; a collection holds values, which can be changed one by one, and a note says so.
 */
export interface BodyLayout {
  /** True where a text stays as it is, instead of the value that it says. */
  readonly keeps: boolean
  /** Tells that a text has become this value, where that changes its layout. */
  readonly tell: (text: string, json: JsonValue, isKeptInRuns?: boolean) => void
}

/** The layout of bodies in a collection. */
export function bodyLayout(told: Told, isStored: boolean): BodyLayout {
  return {
    keeps: !isStored,
    tell: (text, json, isKeptInRuns = true) => {
      if (!isStored || writeJson(json) === text) return
      const kept = isKeptInRuns ? '; a run of the file itself keeps them' : ''
      told.tell('').note('JSON', `it is sent without the blanks and line breaks of the file${kept}`)
    },
  }
}

/** The same layout, of which nobody is told: where something is read a second time. */
export function silentLayout({ keeps }: Pick<BodyLayout, 'keeps'>): BodyLayout {
  return { keeps, tell: () => undefined }
}

/** Bodies as values, of which nobody is told. */
export const plainLayout = silentLayout({ keeps: false })
