// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:bbc3c698e9da1b01e05354cac019c1673f3658749ba12ed11bc184f1a1ca052c';
