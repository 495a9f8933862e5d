// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:d27c3c6db2b23bec059da91b8f13edbb04978032f647ac436d7e05f3c03d7ea0';
