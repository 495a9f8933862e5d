// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:6fa4b64af6447b49ece2a939c7522a79bf5ed553866bd239e7205ed58220dbdc';
