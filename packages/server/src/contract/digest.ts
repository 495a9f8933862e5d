// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:b3df8ce8b50b27980167f4c27c98b7b419ef690489dbe787dc3ed1e836e2f420';
