// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:e49d83a83b11b4d907c496772ada0d8fb0d3dfb320f99133e5a7ee96603c25bf';
