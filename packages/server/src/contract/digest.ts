// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:f0d20eaae9c04abfe391d494a59911e0a473adb8fcd6a2bb10ebe6a3dfb833f4';
