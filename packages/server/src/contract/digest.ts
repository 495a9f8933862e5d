// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:47ccbde2a07e8f7ab3c4a8bd818b0ecd707bbe0032c667f6101b48ae44f67b7a';
