// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:c9d67878559acef1d7dc7dc460b27a5b78a956eb963ba25d2c1fc4e5c8807113';
