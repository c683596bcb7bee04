import { swcOptions } from './scripts/lib/swc.mjs';

const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^@bitacora/(api|cli)$': '<rootDir>/apps/$1/src/index.ts',
    '^@bitacora/([^/]+)/testing$': '<rootDir>/libs/$1/src/testing/index.ts',
    '^@bitacora/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: { '\\.ts$': ['@swc/jest', swcOptions] },
  cacheDirectory: '<rootDir>/.cache/jest',
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

const project = (displayName, ...folders) => ({
  ...common,
  displayName,
  testMatch: folders.map((folder) => `<rootDir>/${folder}/**/*.spec.ts`),
});

export default {
  maxWorkers: 2,
  // A test that waits for ever fails; one that a busy machine makes wait does not.
  testTimeout: 120_000,
  projects: [project('unit', 'libs', 'apps'), project('whole', 'test')],
};
