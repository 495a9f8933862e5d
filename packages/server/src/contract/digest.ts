// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:4172b1d25aad56e14ec1015b0186931faea3f17ee1957a33524f7ed79b424ef3';
