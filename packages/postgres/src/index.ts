export type { PostgresPlace, PostgresTls } from './database/options.js';
export { examinePostgres, type PostgresExamination } from './examine.js';
export { openPostgres, type PostgresOptions, type PostgresStorage } from './open.js';
export { placeOfUrl, readAuthority } from './place-of-url.js';
