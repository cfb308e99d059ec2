export { evaluateExpectations } from './prepare-expectation.ts'
export {
  judgeTarget,
  misuse,
  type PreparedJudging,
  prepareJudging,
  prepareTargetJudging,
} from './prepare-judging.ts'
export { emptiedOperand } from './several-values.ts'
export { messageMatcher } from './message-matcher.ts'
export { createSchemaLibrary } from './schema/schema-library.ts'
export type { SchemaFinding } from './schema/lint-schema.ts'
export type { LoadedSchema, SchemaLibrary } from './schema/schema-library.ts'
export { foundJson, foundText, nothing } from '../extracts/selected.ts'
export type { Selected } from '../extracts/selected.ts'
