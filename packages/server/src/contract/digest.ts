// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:c256c38bafe6addc47be0b9d0db848090deed3a5ae83488f70743983ae2707f8';
