import type { SchemaRule } from './rule.ts'
import { itemsRules } from './items.ts'
import { neverRules } from './never.ts'
import { containsRules } from './contains.ts'
import { propertyNamesRules } from './property-names.ts'
import { thenRules } from './then.ts'
import { elseRules } from './else.ts'
import { unevaluatedItemsRules } from './unevaluated-items.ts'
import { unevaluatedPropertiesRules } from './unevaluated-properties.ts'
import { contentSchemaRules } from './content-schema.ts'
import { ifRules } from './if.ts'
import { notRules } from './not.ts'
import { patternPropertyRules } from './pattern-property.ts'
import { dependentSchemaRules } from './dependent-schema.ts'
import { uniqueItemsRules } from './unique-items.ts'
import { prefixItemsRules } from './prefix-items.ts'
import { contentRules } from './content.ts'
import { multipleOfRules } from './multiple-of.ts'
import { additionalPropertiesRules } from './additional-properties.ts'
import { dependentRequiredRules } from './dependent-required.ts'
import { defaultValueRules } from './default-value.ts'
import { deprecatedRules } from './deprecated.ts'
import { unionRules } from './unions.ts'
import { allOfRules } from './all-of.ts'
import { discriminatorRules } from './discriminator.ts'
import { propertyRules } from './properties.ts'
import { hiddenPropertyRules } from './hidden-properties.ts'
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
  ...neverRules,
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
  ...propertyRules,
  ...hiddenPropertyRules,
  ...unionRules,
  ...allOfRules,
  ...containsRules,
  ...propertyNamesRules,
  ...thenRules,
  ...elseRules,
  ...unevaluatedItemsRules,
  ...unevaluatedPropertiesRules,
  ...contentSchemaRules,
  ...ifRules,
  ...notRules,
  ...patternPropertyRules,
  ...dependentSchemaRules,
  ...itemsRules,
  ...uniqueItemsRules,
  ...prefixItemsRules,
  ...contentRules,
  ...multipleOfRules,
  ...additionalPropertiesRules,
  ...dependentRequiredRules,
  ...defaultValueRules,
  ...deprecatedRules,
  ...discriminatorRules,
]
