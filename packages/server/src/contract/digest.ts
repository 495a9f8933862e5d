// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:c54bd13e451a32db6c41ac2bfea89f6ed5180602a7ffda70d8efaab8a4c94a4e';
