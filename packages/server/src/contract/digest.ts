// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:36446dccc312cfa27852937a5bbd16db274a5bf1e9c56e6379fd326f445fc6dc';
