// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:92ff9e90f7690b64812583b832b2290404feda4594836c5f4f49bb4802705bda';
