// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:6919548edf2f7d2cffc8108e6fcde9f3b71e56cc55643df7171a5fec0a2c5992';
