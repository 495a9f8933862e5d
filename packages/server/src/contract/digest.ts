// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:25eb3b5444bbd40c8cc79bec636492e294ebcce6faa5a070345e889dd29b8e44';
