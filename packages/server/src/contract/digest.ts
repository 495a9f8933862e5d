// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:89f7c1ccc03c5463ce854bab43818098513d7d97e8caff63ea730cfd183ec3c5';
