export type { PostgresPlace, PostgresTls } from './database/options.js';
export { openPostgres, type PostgresOptions, type PostgresStorage } from './open.js';
