// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:d02ddceda7cfe160ae4cf3c7f19f981bd1904afad482b602087e73f54b5395d0';
