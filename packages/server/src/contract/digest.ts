// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:ed7f23ae386ca40de5f7d0618145e87ab6da6d4e6061a6791aad28d78589f3f8';
