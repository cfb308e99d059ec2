// Everything that needs ajv, in one file so that it can be loaded in one piece when the first schema is used.
export { metaSchema } from './ajv-instance.ts'
export { checkSchema } from './check-schema.ts'
export { lintSchema } from './lint-schema.ts'
export { takesAll } from './takes-all.ts'
export { unspoken } from './unspoken.ts'
export { createValidator } from './validator.ts'
