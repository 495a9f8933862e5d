// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:d561bc52aaaf7a6467b7b53e005e591db0ad407a3d424e3b168bf52750276f4d';
