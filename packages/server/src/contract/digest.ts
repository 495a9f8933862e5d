// Written by `pnpm contract`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = 'sha256:929e79bf49dca7832426e9ea54e1f8ec38db302645c3ffd1cce1cefc0a2117f6';
