// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:c44ac62256649ebc24330402dd16b343415da93dc1c3a81fcf8fa1c7ae83e865';
