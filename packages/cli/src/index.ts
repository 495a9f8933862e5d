export { runCli } from './cli.js';
export { EXIT, type ExitCode } from './terminal/exit.js';
export type { CliIo } from './terminal/io.js';
