// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:dfe57c8b13a58710be8bce739904aa068f3dbd2ba41396ce161ce27b8c78a22a';
