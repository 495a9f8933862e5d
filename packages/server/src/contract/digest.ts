// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:564bbd5adbe302b35d0f693b1cc8f9a3ebab2c1cb9d1dcd3fca2d9034da8fcab';
