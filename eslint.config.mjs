import js from '@eslint/js'
import importX from 'eslint-plugin-import-x'
import typescript from 'typescript-eslint'

/**
 * The folders of src/ in the order of the data flow: each may import itself and the folders after it, never one before
 * it. docs/architecture.md explains them.
 */
const layers = [
  'cli',
  'operations',
  'contract',
  'pact',
  'formats',
  'store',
  'report',
  'run',
  'plan',
  'load',
  'compile',
  'check',
  'validations',
  'extracts',
  'actions',
  'parse',
  'api-description',
  'template',
  'model',
  'util',
]

const arrows = layers.flatMap((layer, index) => {
  const upstream = layers.slice(0, index)
  return upstream.length === 0
    ? []
    : [
        {
          target: `./src/${layer}`,
          from: upstream.map(folder => `./src/${folder}`),
          message: `src/${layer} may not import a folder above it; see docs/architecture.md.`,
        },
      ]
})

/** Only the command line starts the playground, which is a target like any other to everything else. */
const playground = {
  target: layers.slice(1).map(layer => `./src/${layer}`),
  from: './playground',
  message: 'Only src/cli may import the playground.',
}

/** What helps tests stays out of the program. */
const noTestHelpers = {
  group: ['**/testing/**'],
  message: 'Only tests and other testing/ folders may import what helps tests.',
}

export default typescript.config(
  { ignores: ['dist/', 'src/generated/', 'node_modules/', 'fixtures/', '.tool/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [typescript.configs.strictTypeChecked],
    plugins: { 'import-x': importX },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    settings: {
      'import-x/extensions': ['.ts'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
    },
    rules: {
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [...arrows, playground],
        },
      ],
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['src/**/*.ts', 'playground/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [noTestHelpers] }] },
  },
  {
    // What helps tests may use any part of the program.
    files: ['**/testing/**/*.ts'],
    rules: { 'import-x/no-restricted-paths': 'off' },
  },
  {
    files: ['**/*.test.ts'],
    rules: {
      // node:test's `test` and `describe` return promises nobody waits for.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['test', 'it', 'describe', 'suite'], package: 'node:test' },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        require: 'readonly',
        module: 'readonly',
        __dirname: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        performance: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
      },
    },
    rules: { 'no-console': 'off' },
  },
)
