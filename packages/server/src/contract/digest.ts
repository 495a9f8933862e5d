// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:28613b5a5c20437ebdb277450a1421ff52bd828dea754d437856ff089bbd84b2';
