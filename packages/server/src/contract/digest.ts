// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:f2f21ba0ec48dd2bab397c16212f9b8f211cd130230ea4623c0e1f6e507c7047';
