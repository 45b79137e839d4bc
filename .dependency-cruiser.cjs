// The walls between the folders (docs/architecture.md). A page calls a procedure, a procedure a service, a service the
// store and memory/; nobody imports upward.

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other are one module, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.css$' },
    },
    {
      name: 'memory-is-pure',
      comment: 'memory/ decides on plain data, in any runtime: zod and the tokenizer, nothing else, not even types.',
      severity: 'error',
      from: { path: '^memory/' },
      to: { pathNot: ['^memory/', '^node_modules/(zod|gpt-tokenizer)/'] },
    },
    {
      name: 'sdk-stands-alone',
      comment: 'The SDK runs inside an agent: it takes memory/ along and needs no package.',
      severity: 'error',
      from: { path: '^sdk/', pathNot: '^sdk/tsdown\\.config\\.ts$' },
      to: { pathNot: ['^sdk/', '^memory/'] },
    },
    {
      name: 'schemas-run-in-the-browser',
      comment: 'Forms use the schemas of the procedures.',
      severity: 'error',
      from: { path: '^server/schemas/' },
      to: { pathNot: ['^server/schemas/', '^server/json-text\\.ts$', '^memory/', '^node_modules/zod/'] },
    },
    {
      name: 'browser-sees-no-server',
      comment:
        'Components reach the server through procedures: of server/ they know the schemas and the types of server/api.',
      severity: 'error',
      from: { path: '^components/' },
      to: { path: '^server/', pathNot: '^server/schemas/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'browser-knows-the-contract-alone',
      comment: 'Of server/, components take even types only from the schemas and server/api.',
      severity: 'error',
      from: { path: '^components/' },
      to: { path: '^server/', pathNot: '^server/(schemas|api)/' },
    },
    {
      name: 'routes-cross-one-bridge',
      comment: 'Pages are bundled apart from the server; what they ask of its process goes over server/bridge.ts.',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^server/', pathNot: '^server/(schemas/|bridge\\.ts$)' },
    },
    {
      name: 'components-know-no-route',
      severity: 'error',
      from: { path: '^components/' },
      to: { path: '^app/' },
    },
    {
      name: 'parts-know-no-feature',
      comment: 'components/ui is what the features are made of.',
      severity: 'error',
      from: { path: '^components/ui/' },
      to: { path: '^components/', pathNot: '^components/ui/' },
    },
    {
      name: 'one-link',
      comment: 'components/ui/link asks for a page when somebody comes near it, not when it is in sight.',
      severity: 'error',
      from: { path: '^(app|components)/', pathNot: '^components/ui/link' },
      to: { path: '^node_modules/next/link' },
    },
    {
      name: 'sql-in-the-store-alone',
      comment:
        'pg and Prisma are opened in server/database and spoken in server/store; a bench speaks it to compare, and journeys look into what a screen has left alone. Types may travel.',
      severity: 'error',
      from: { pathNot: '^(server/(database|store)|scripts|test|bench|prisma|e2e/support)/' },
      to: {
        path: '^(node_modules/(pg|@prisma/[^/]+)/|prisma/generated/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'store-imports-nothing-above',
      severity: 'error',
      from: { path: '^server/store/' },
      to: { path: '^server/(services|api|http|jobs|models)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'database-imports-nothing-above',
      severity: 'error',
      from: { path: '^server/database/' },
      to: { path: '^server/', pathNot: '^server/(database/|(env|kept-secret|startup-error)\\.ts$)' },
    },
    {
      name: 'services-know-no-transport',
      comment: 'A service loads, decides and saves; who asked and over what is none of its business.',
      severity: 'error',
      from: { path: '^server/services/' },
      to: { path: '^(server/(api|http)/|node_modules/(@trpc|next|react)/)' },
    },
    {
      name: 'procedures-call-services',
      comment: 'A procedure is input, output, access and one call.',
      severity: 'error',
      from: { path: '^server/api/' },
      to: {
        path: '^server/(store|database|http)/',
        pathNot: '^server/store/database-error\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'one-reader-of-the-environment',
      comment: 'The server is given its environment; only the process reads it.',
      severity: 'error',
      from: { path: '^server/(services|store|api|auth|http)/' },
      to: { path: '^server/env\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'product-without-scaffolding',
      comment: 'What is shipped imports neither tests nor scripts nor benchmarks.',
      severity: 'error',
      from: { path: '^(app|components|memory|prisma|sdk|server)/' },
      to: { path: '^(scripts|test|e2e|bench)/' },
    },
    {
      name: 'product-without-development-packages',
      comment: 'pino-pretty is asked for in a terminal and done without where it is absent.',
      severity: 'error',
      from: { path: '^(app|components|memory|sdk|server)/', pathNot: '\\.config\\.ts$' },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: '^node_modules/(@types|pino-pretty)/',
      },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', 'prisma/generated'] },
    exclude: { path: '^(\\.next|(sdk/)?dist|\\.data|\\.test)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
