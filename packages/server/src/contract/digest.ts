// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:838eca78bc80a27a3f07b41ff907d0ea262826671d2641701c1373abb3f96b4a';
