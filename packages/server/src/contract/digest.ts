// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:0b5a3ddb3a51580b39cd733f737a983755aa201bddd8de668b573fd8c135d6bc';
