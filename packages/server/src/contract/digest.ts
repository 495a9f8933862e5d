// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:6f8b0ba92541ea78dac4f9fcf925847659b2d5d114243743e68ff80d5fb6e686';
