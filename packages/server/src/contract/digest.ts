// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:6e99fabe0773b58349be5557409338c5fb52af4ef4b705666ec044baf2e690e1';
