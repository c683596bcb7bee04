import js from '@eslint/js';
import jest from 'eslint-plugin-jest';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const specs = ['**/*.spec.ts', 'test/**/*.ts', '**/testing/**/*.ts'];

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', 'coverage/', '.cache/'] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      '@typescript-eslint/require-await': 'off',
      // Guards at run-time edges and flags that change during an await are no mistakes.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // The classes of a schema describe shapes: whatever has the shape will do.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      complexity: ['error', 20],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['libs/engine/src/**/*.ts', 'libs/rulesets/src/**/*.ts'],
    ignores: specs,
    rules: {
      'no-restricted-globals': [
        'error',
        'Date',
        'process',
        'crypto',
        'performance',
        'setTimeout',
        'setInterval',
        'fetch',
      ],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: 'Dice are a port.' }],
    },
  },
  {
    files: specs,
    extends: [jest.configs['flat/recommended']],
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      'jest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect', 'expect*', 'then*', '**.then*', 'assert*', 'fc.assert', '**.expect*'] },
      ],
      'jest/no-standalone-expect': 'off',
      'jest/no-conditional-expect': 'off',
      'jest/no-export': 'off',
      'jest/valid-title': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: globals.node },
  },
);
