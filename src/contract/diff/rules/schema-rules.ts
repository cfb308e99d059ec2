import type { SchemaRule } from './rule.ts'
import { constRules } from './const.ts'
import { enumRules } from './enum.ts'
import { formatRules } from './format.ts'
import { nullableRules } from './nullable.ts'
import { patternRules } from './pattern.ts'
import { typeRules } from './type.ts'
import { maxRules } from './max.ts'
import { exclusiveMaxRules } from './exclusive-max.ts'
import { minRules } from './min.ts'
import { exclusiveMinRules } from './exclusive-min.ts'
import { maxLengthRules } from './max-length.ts'
import { minLengthRules } from './min-length.ts'
import { maxItemsRules } from './max-items.ts'
import { minItemsRules } from './min-items.ts'
import { maxPropertiesRules } from './max-properties.ts'
import { minPropertiesRules } from './min-properties.ts'
import { maxContainsRules } from './max-contains.ts'
import { minContainsRules } from './min-contains.ts'

/** The rules about schemas, in the order in which they tell of one schema. */
export const schemaRules: readonly SchemaRule[] = [
  ...typeRules,
  ...formatRules,
  ...nullableRules,
  ...enumRules,
  ...constRules,
  ...patternRules,
  ...maxRules,
  ...exclusiveMaxRules,
  ...minRules,
  ...exclusiveMinRules,
  ...maxLengthRules,
  ...minLengthRules,
  ...maxItemsRules,
  ...minItemsRules,
  ...maxPropertiesRules,
  ...minPropertiesRules,
  ...maxContainsRules,
  ...minContainsRules,
]
