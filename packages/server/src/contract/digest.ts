// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:3384e385e5968814085e1a2c1fecf39d83c7e1533da75ba3eda0e8395ee87dcb';
