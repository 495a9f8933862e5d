// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:ed33df9a4eb0a76d26f706efae9a9b198dbea3355588b7b67cbb30ecb890ecec';
