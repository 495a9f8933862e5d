// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:3017c2b3066a66b9791d2450b47928fe409e259ba38b35a4b1e69d84a05142c7';
