// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:defd5c0fdcc4643be4c84f4f4d3baddb538dde087593c4519c4bf2553ecf02ab';
