// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:fade4324ef654b5262296109c3c1c2994f27916630363f0b8f23d2bb42fb1de0';
