// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:cb88030bc87c9bdd77e06e2488c76ad456dcb75cc13f04307d40540abb59b2a0';
