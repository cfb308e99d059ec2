import type { ErrorObject, ValidateFunction } from 'ajv'

/** The validator of the subschema that stands at an index of a schema's keyword, such as branch 1 of its `oneOf`. */
type FindBranch = (schema: object, keyword: string, index: number) => ValidateFunction | undefined

/** The errors of one branch of a `oneOf` or `anyOf` when it is asked alone. */
interface Branch {
  /** All its errors. */
  readonly raw: readonly ErrorObject[]
  /** The errors that say something. */
  readonly relevant: readonly ErrorObject[]
}

/** Errors that only announce others. */
const announcers = new Set(['if', 'propertyNames'])

/**
 * ajv lists the errors of every branch of a failed `oneOf` or `anyOf`. Keeps those of the branch that came nearest, so
 * that a wrong price in a parcel does not also say why the parcel is no letter. Errors that only announce others go.
 */
export class BranchErrors {
  readonly #findBranch: FindBranch
  #budget = 200

  constructor(findBranch: FindBranch) {
    this.#findBranch = findBranch
  }

  /** The errors that say something, in ajv's order. They must be verbose ones. */
  relevant(errors: readonly ErrorObject[]): readonly ErrorObject[] {
    const rest = errors.filter(error => !announcers.has(error.keyword))
    const told: ErrorObject[] = []
    // A composition's own error stands behind those of its branches, so the outermost comes first from the end.
    for (let error = rest.pop(); error !== undefined; error = rest.pop()) {
      const branches = this.#judgeBranches(error)
      removeAll(
        rest,
        branches.flatMap(branch => branch.raw),
      )
      told.push(...chooseErrors(error, branches).toReversed())
    }
    return told.toReversed()
  }

  /** Asks each branch alone; none when the error is not of a composition. */
  #judgeBranches(error: ErrorObject): readonly Branch[] {
    const isComposition = error.keyword === 'anyOf' || error.keyword === 'oneOf'
    const { schema, parentSchema } = error
    if (!isComposition || !Array.isArray(schema) || parentSchema === undefined) return []
    return schema.flatMap((_, index) => this.#judge(error, parentSchema, index))
  }

  #judge(error: ErrorObject, parentSchema: object, index: number): Branch[] {
    if (this.#budget-- <= 0) return []
    const validate = this.#findBranch(parentSchema, error.keyword, index)
    if (validate === undefined || validate(error.data)) return []
    const errors = validate.errors ?? []
    const inPlace = (inner: ErrorObject) => ({
      ...inner,
      instancePath: error.instancePath + inner.instancePath,
    })
    return [{ raw: errors.map(inPlace), relevant: this.relevant(errors).map(inPlace) }]
  }
}

/** The errors of the nearest branch; the composition's own when no branch failed alone, or all want another type. */
function chooseErrors(error: ErrorObject, branches: readonly Branch[]): readonly ErrorObject[] {
  const passing: unknown = error.params['passingSchemas']
  if (branches.length === 0 || Array.isArray(passing)) return [error]
  const wantedTypes = branches.map(branch => wantedType(branch, error.instancePath))
  if (wantedTypes.every(type => type !== undefined))
    return [{ ...error, keyword: 'type', message: `must be ${[...new Set(wantedTypes)].join(' or ')}` }]
  const tag = wantedTag(branches)
  if (tag !== undefined) return [tag]
  return (
    branches.toSorted((left, right) => distance(left, error) - distance(right, error))[0]?.relevant ?? [error]
  )
}

/** The type a branch asks for, when that is all it has against the value. */
function wantedType(branch: Branch, instancePath: string): string | undefined {
  const [first, second] = branch.relevant
  if (first?.keyword !== 'type' || second !== undefined || first.instancePath !== instancePath)
    return undefined
  return String(first.params['type'])
}

/** When every branch wants another constant in the same place (a tag such as `kind`): one error that lists them. */
function wantedTag(branches: readonly Branch[]): ErrorObject | undefined {
  const tags = branches.map(({ relevant }) => relevant.find(isTag))
  const [first] = tags
  if (first === undefined || tags.some(tag => tag?.instancePath !== first.instancePath)) return undefined
  const allowedValues = tags.flatMap(
    (tag): unknown => tag?.params['allowedValues'] ?? tag?.params['allowedValue'],
  )
  return { ...first, keyword: 'enum', params: { allowedValues } }
}

function isTag({ keyword }: ErrorObject): boolean {
  return keyword === 'const' || keyword === 'enum'
}

/** How far a value is from a branch: another type is farthest, then another constant (a tag), then more errors. */
function distance({ relevant }: Branch, { instancePath }: ErrorObject): number {
  const otherType = relevant.some(error => error.keyword === 'type' && error.instancePath === instancePath)
  const otherTag = relevant.some(isTag)
  return (otherType ? 1_000_000 : 0) + (otherTag ? 10_000 : 0) + Math.min(relevant.length, 9999)
}

/** Takes out of `errors` one equal to each of `unwanted`, from the end. */
function removeAll(errors: ErrorObject[], unwanted: readonly ErrorObject[]): void {
  const counts = new Map<string, number>()
  for (const error of unwanted) counts.set(identity(error), (counts.get(identity(error)) ?? 0) + 1)
  for (let index = errors.length - 1; index >= 0 && counts.size > 0; index--) {
    const error = errors[index]
    const key = error === undefined ? '' : identity(error)
    const count = counts.get(key)
    if (count === undefined) continue
    errors.splice(index, 1)
    if (count === 1) counts.delete(key)
    else counts.set(key, count - 1)
  }
}

function identity(error: ErrorObject): string {
  return `${error.instancePath} ${error.keyword} ${error.message ?? ''} ${JSON.stringify(error.params)}`
}
