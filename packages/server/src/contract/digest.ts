// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:2685e42919a82eb96f2688679ebe29c0dda0f61f1d8b22ba8bb2754094bcdac0';
