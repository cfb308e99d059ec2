import type { LoadOptions } from '../../load/load-options.ts'

/** The collections of a description, judged by what mocks would answer of them. What mocks are made of is loaded only then. */
export const collectionFacts: LoadOptions['collections'] = async description => {
  const { Beginnings } = await import('../../mock/state/beginnings.ts')
  const beginnings = new Beginnings(description)
  return new Map(
    [...beginnings.described].map(([path, collection]) => [
      path,
      { ...collection, untold: written => beginnings.untold({ ...written, path }) },
    ]),
  )
}
