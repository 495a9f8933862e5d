// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:d8c792be8dc06966626d163eec7d8f674a5241223d885fca5bd487e6cd26a7f3';
