import type { ScalarTag, Tags } from 'yaml'
import { ExactNumber } from '../util/exact-number.ts'

const exactNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: value => value instanceof ExactNumber,
  resolve: text => text,
  stringify: ({ value }) => String(value),
}

/** For documents that are written: what makes their numbers stand there with their digits. */
export function withExactNumbers(tags: Tags): Tags {
  return [exactNumber, ...tags]
}
