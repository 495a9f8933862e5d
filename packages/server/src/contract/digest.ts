// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:d5fa21da4491dbf1573ef1d514f144ed085ccbab324b534c995fce194e4949a3';
