// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:4acb0a781e86a6811a8b89a172fb9df759a20cc2cf696421d2d46b8e72c499e5';
