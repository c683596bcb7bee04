const specs = '\\.spec\\.ts$|/testing/';
const testTools = '^node_modules/(fast-check|@jest/globals|@fast-check/[^/]+)/';

/** The table of docs/adr: who may import whom. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Of code that runs: types alone may speak of each other.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'engine-imports-nothing',
      comment: 'The engine is pure: no package, no Node built-in, no other library.',
      severity: 'error',
      from: { path: '^libs/engine/src/', pathNot: specs },
      to: { pathNot: '^libs/engine/src/' },
    },
    {
      name: 'engine-specs-import-only-test-tools',
      severity: 'error',
      from: { path: `^libs/engine/src/.*(${specs})` },
      to: { pathNot: ['^libs/engine/src/', testTools] },
    },
    {
      name: 'rulesets-import-only-the-engine',
      severity: 'error',
      from: { path: '^libs/rulesets/src/', pathNot: specs },
      to: { pathNot: ['^libs/rulesets/src/', '^libs/engine/src/index\\.ts$'] },
    },
    {
      name: 'a-family-never-imports-another',
      severity: 'error',
      from: { path: '^libs/rulesets/src/([^/]+)/', pathNot: '^libs/rulesets/src/testing/' },
      to: { path: '^libs/rulesets/src/[^/]+/', pathNot: ['^libs/rulesets/src/$1/', '^libs/rulesets/src/testing/'] },
    },
    {
      name: 'event-store-knows-no-encounters',
      severity: 'error',
      from: { path: '^libs/event-store/' },
      to: { path: '^(apps|test|libs/(?!event-store/))' },
    },
    {
      name: 'encounters-know-no-edge-and-no-driver',
      comment: 'Of npm, only what derives ids and fingerprints.',
      severity: 'error',
      from: { path: '^libs/encounters/src/', pathNot: specs },
      to: { path: ['node_modules/', '^apps/'], pathNot: '^node_modules/(uuid|canonicalize)/' },
    },
    {
      name: 'access-knows-no-edge-and-no-driver',
      comment: 'Who may do what: a policy over the types of the encounters, and tokens over the port of the store.',
      severity: 'error',
      from: { path: '^libs/access/src/', pathNot: specs },
      to: { path: ['node_modules/', '^apps/'] },
    },
    {
      name: 'encounters-know-no-access',
      severity: 'error',
      from: { path: '^libs/(encounters|engine|rulesets|event-store)/' },
      to: { path: '^libs/access/' },
    },
    {
      name: 'libs-never-import-apps',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(apps|test)/' },
    },
    {
      name: 'only-the-api-knows-nest',
      severity: 'error',
      from: { path: '^(libs|apps/(?!api/))' },
      to: { path: '^node_modules/(@nestjs|fastify|@fastify)/' },
    },
    {
      name: 'a-lib-by-its-index-only',
      severity: 'error',
      from: { path: '^(apps|test)/' },
      to: { path: '^libs/[^/]+/src/', pathNot: '^libs/[^/]+/src/(testing/)?index\\.ts$' },
    },
    {
      name: 'another-lib-by-its-index-only',
      severity: 'error',
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^libs/[^/]+/src/', pathNot: ['^libs/$1/', '^libs/[^/]+/src/(testing/)?index\\.ts$'] },
    },
    {
      name: 'the-cli-by-the-api-index-only',
      severity: 'error',
      from: { path: '^(apps/cli|test)/' },
      to: { path: '^apps/api/src/', pathNot: '^apps/api/src/index\\.ts$' },
    },
    {
      name: 'the-verifier-imports-only-node',
      comment: 'Whoever checks the server shares no code with it.',
      severity: 'error',
      from: { path: '^apps/cli/src/verify/', pathNot: specs },
      to: { pathNot: '^apps/cli/src/verify/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'the-verifier-is-tested-without-the-server',
      severity: 'error',
      from: { path: `^apps/cli/src/verify/.*(${specs})` },
      to: { pathNot: ['^apps/cli/src/verify/', testTools], dependencyTypesNot: ['core'] },
    },
    {
      name: 'no-specs-in-the-product',
      comment: 'But for `simulate`, which plays at random, with dice that can be foretold.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: [specs, '^apps/cli/src/commands/simulate\\.ts$'] },
      to: { path: specs },
    },
    {
      name: 'no-test-packages-in-the-product',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: specs },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'The tests use the packages of the workspaces, in their versions.',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-unresolvable-imports',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
