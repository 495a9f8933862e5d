// Loaded before a worker of the tests: sources are imported by Node itself, as what a user runs is. What vitest would put between
// them, a function call for each use of an import, took 7 % of the processor time of a run.
import module, { syncBuiltinESMExports } from 'node:module';

const { register } = module;
register('./hooks.mjs', import.meta.url);
// The loader of vitest for Node below 22.15 reports each module to the main process, and a report under way when a worker ends
// fails the run. It serves the replacing of modules, which no test does.
module.register = (specifier, ...options) =>
  specifier === '#nodejs-worker-loader' ? undefined : register(specifier, ...options);
syncBuiltinESMExports();
