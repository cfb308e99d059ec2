// The rules for the code beyond its types. oxlint reads them; rules that need types run in its TypeScript part.
import { longFiles, longFunctions } from './scripts/long-files.mjs'

/** Helpers of tests stay out of the program. */
const noTestHelpers = {
  group: ['**/testing/**'],
  message: 'Only tests and other testing/ folders may import what helps tests.',
}

/** Functions that would leave half a file on a full disk. */
const writers = ['writeFile', 'appendFile', 'copyFile', 'cp']
const oneDoor = ['node:fs', 'node:fs/promises'].map(name => ({
  name,
  importNames: [...writers, ...writers.map(writer => `${writer}Sync`), 'createWriteStream'],
  message: 'Files are written by src/util/whole-file.ts.',
}))

/** Beyond "correctness", what is wrong or useless in JavaScript. */
const javascriptRules = [
  'no-array-constructor',
  'no-case-declarations',
  'no-constant-condition',
  'no-empty',
  'no-fallthrough',
  'no-misleading-character-class',
  'no-prototype-builtins',
  'no-regex-spaces',
  'no-unexpected-multiline',
  'no-unreachable',
  'no-useless-assignment',
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
  'preserve-caught-error',
]

/** The strict rules of typescript-eslint; nearly all of them look at types. */
const typescriptRules = [
  'await-thenable',
  'consistent-type-imports',
  'no-array-delete',
  'no-base-to-string',
  'no-confusing-void-expression',
  'no-deprecated',
  'no-duplicate-enum-values',
  'no-duplicate-type-constituents',
  'no-dynamic-delete',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extra-non-null-assertion',
  'no-extraneous-class',
  'no-floating-promises',
  'no-for-in-array',
  'no-generated-empty-object-type',
  'no-implied-eval',
  'no-invalid-void-type',
  'no-meaningless-void-operator',
  'no-misused-new',
  'no-misused-promises',
  'no-misused-spread',
  'no-mixed-enums',
  'no-namespace',
  'no-non-null-asserted-nullish-coalescing',
  'no-non-null-asserted-optional-chain',
  'no-non-null-assertion',
  'no-redundant-type-constituents',
  'no-require-imports',
  'no-this-alias',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-condition',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unnecessary-type-conversion',
  'no-unnecessary-type-parameters',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-declaration-merging',
  'no-unsafe-enum-comparison',
  'no-unsafe-function-type',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'no-unsafe-unary-minus',
  'no-useless-default-assignment',
  'no-wrapper-object-types',
  'only-throw-error',
  'prefer-as-const',
  'prefer-literal-enum-member',
  'prefer-namespace-keyword',
  'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter',
  'prefer-return-this-type',
  'related-getter-setter-pairs',
  'require-await',
  'triple-slash-reference',
  'unbound-method',
  'unified-signatures',
  'use-unknown-in-catch-callback-variable',
]

/** Tests whose text other programs have judged. */
const judgedElsewhere = [
  'src/formats/postman/**/*.test.ts',
  'src/formats/test-code/*/*.test.ts',
  'src/cli/exported-*-tests.test.ts',
  'src/operations/test-code/*.test.ts',
]

export default {
  plugins: ['typescript', 'import'],
  jsPlugins: [
    { name: 'arrows', specifier: './scripts/lint-arrows.mjs' },
    { name: 'comments', specifier: './scripts/lint-comments.mjs' },
  ],
  categories: { correctness: 'error' },
  options: { typeAware: true, typeCheck: true },
  env: { builtin: true, node: true },
  ignorePatterns: ['dist/', 'src/generated/', 'fixtures/', '.tool/'],
  rules: {
    ...errors(javascriptRules),
    'comments/beginnings': 'error',
    // Texts are all that is sorted without saying how.
    'typescript/require-array-sort-compare': 'off',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  },
  overrides: [
    {
      files: ['**/*.ts'],
      rules: {
        ...errors(typescriptRules.map(name => `typescript/${name}`)),
        'no-console': 'error',
        'no-unused-expressions': 'error',
        'no-useless-constructor': 'error',
        'import/no-cycle': ['error', { ignoreExternal: true }],
        'import/no-duplicates': ['error', { 'prefer-inline': true }],
        'arrows/downwards': 'error',
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      },
    },
    { files: ['**/*.mjs'], rules: { 'typescript/no-floating-promises': 'off' } },
    {
      files: ['src/**/*.ts', 'playground/**/*.ts'],
      rules: {
        'arrows/action-names': 'error',
        'arrows/printing': 'error',
        'arrows/text-patterns': 'error',
        'max-lines': ['error', { max: 300 }],
        'max-lines-per-function': ['error', { max: 50 }],
        'no-restricted-imports': ['error', { paths: oneDoor, patterns: [noTestHelpers] }],
      },
    },
    { files: longFiles, rules: { 'max-lines': 'off' } },
    { files: longFunctions, rules: { 'max-lines-per-function': 'off' } },
    {
      // Tests are lists of cases, which may be long.
      files: ['**/*.test.ts', '**/testing/**/*.ts', 'playground/**/*.ts'],
      rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
    },
    {
      // Helpers of tests may use any part of the program.
      files: ['**/testing/**/*.ts'],
      rules: {
        'arrows/action-names': 'off',
        'arrows/downwards': 'off',
        'arrows/printing': 'off',
        'arrows/text-patterns': 'off',
        'no-restricted-imports': 'off',
      },
    },
    // The verdicts of other programs are kept by the text of these tests, comments included.
    { files: judgedElsewhere, rules: { 'comments/beginnings': 'off' } },
    {
      files: ['**/*.test.ts'],
      rules: {
        'arrows/action-names': 'off',
        'arrows/printing': 'off',
        'arrows/text-patterns': 'off',
        'no-restricted-imports': 'off',
        // node:test's `test` and `describe` return promises nobody waits for.
        'typescript/no-floating-promises': [
          'error',
          {
            allowForKnownSafeCalls: [
              { from: 'package', name: ['test', 'it', 'describe', 'suite'], package: 'node:test' },
            ],
          },
        ],
      },
    },
  ],
}

function errors(names) {
  return Object.fromEntries(names.map(name => [name, 'error']))
}
