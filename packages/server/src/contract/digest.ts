// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:d4e7a8c75caba6b43085b87e2c2cb4899b5881d5edf83f1558a44fcbbdbccf39';
