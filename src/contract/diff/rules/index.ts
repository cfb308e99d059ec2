import { additionalPropertiesRules } from './additional-properties.ts'
import { allOfRules } from './all-of.ts'
import { boundRules } from './bounds.ts'
import { constRules } from './const.ts'
import { contentRules } from './content.ts'
import { defaultValueRules } from './default-value.ts'
import { dependentRequiredRules } from './dependent-required.ts'
import { deprecatedRules } from './deprecated.ts'
import { discriminatorRules } from './discriminator.ts'
import { endpointRules } from './endpoints.ts'
import { enumRules } from './enum.ts'
import { formatRules } from './format.ts'
import { hiddenPropertyRules } from './hidden-properties.ts'
import { itemsRules } from './items.ts'
import { multipleOfRules } from './multiple-of.ts'
import { neverRules } from './never.ts'
import { nullableRules } from './nullable.ts'
import { operationTextRules } from './operation-texts.ts'
import { parameterWritingRules } from './parameter-writing.ts'
import { parameterExistenceRules } from './parameters.ts'
import { patternRules } from './pattern.ts'
import { prefixItemsRules } from './prefix-items.ts'
import { presenceRules } from './presence.ts'
import { propertyRules } from './properties.ts'
import { requestBodyRules } from './request-bodies.ts'
import { responseContentRules } from './response-contents.ts'
import { responseHeaderRules } from './response-headers.ts'
import { responseRules } from './responses.ts'
import type { DescriptionRule, OperationRule, SchemaRule } from './rule.ts'
import { securitySchemeRules } from './security-schemes.ts'
import { descriptionSecurityRules, operationSecurityRules } from './security.ts'
import { typeRules } from './type.ts'
import { unionRules } from './unions.ts'
import { uniqueItemsRules } from './unique-items.ts'
import { valueRules } from './values.ts'
import { webhookRules } from './webhooks.ts'

/** The rules about the API as a whole. */
export const descriptionRules: readonly DescriptionRule[] = [
  ...descriptionSecurityRules,
  ...securitySchemeRules,
  ...endpointRules,
  ...webhookRules,
]

/** The rules about operations that both descriptions have, but for their schemas. */
export const operationRules: readonly OperationRule[] = [
  ...operationSecurityRules,
  ...parameterExistenceRules,
  ...parameterWritingRules,
  ...requestBodyRules,
  ...responseRules,
  ...responseContentRules,
  ...responseHeaderRules,
  ...operationTextRules,
]

/** The rules about schemas, in the order in which they report on one schema. */
export const schemaRules: readonly SchemaRule[] = [
  ...neverRules,
  ...typeRules,
  ...formatRules,
  ...nullableRules,
  ...enumRules,
  ...constRules,
  ...patternRules,
  ...boundRules,
  ...propertyRules,
  ...hiddenPropertyRules,
  ...unionRules,
  ...allOfRules,
  ...presenceRules,
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
  ...valueRules,
]
