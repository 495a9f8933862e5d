// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:23732f7f5d8c10a76985b337dc923a6ff2ac3fc502c289270dbb21666fda2d8f';
