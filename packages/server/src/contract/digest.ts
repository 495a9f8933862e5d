// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:8f5e39bba62aa145bbd293f1c70dee32f740b91d17d927818f2f49e949d04beb';
