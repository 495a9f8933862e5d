// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:845a0c3db5f445aa3e49f861cc54d1f138c0c010de450ca1ccfe6f39aa66d9d1';
