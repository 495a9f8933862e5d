// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:582c2855ffe9a5717e76a1fcfa754986c54ba6ff2d0e0e71d690af62c9423719';
