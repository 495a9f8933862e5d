// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:718c6390780517757a5bd5a87e9d6a78b1e6e33f30b9a76659594a62cd9262ea';
