// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:bda17cdcc16d7fe0d2f1ada73e64c187a193e81c75ad9cef87220e7dd0b5aa98';
