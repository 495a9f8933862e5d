// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:d3de08bd1b577e68d00bf4471d330b52fd9c6cd56c64156fd76a4fa134c66740';
