export { runCli } from './cli.js';
export { EXIT, type ExitCode } from './exit.js';
export type { CliIo } from './io.js';
