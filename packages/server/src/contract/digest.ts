// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:9703754207e13d3afe29e73e81c6b83c4e1662a1ac5e0e2dceb279d14d0c55af';
