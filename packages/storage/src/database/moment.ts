/** Pages that are copied before the program goes on: 256 KiB, which a slow disk takes some milliseconds for. */
export const COPIED_PAGES = 64;

/**
 * A connection that has begun to read sees the file as it is now until it ends, and so does a copy that is made over it: without
 * it, each write of another connection would make the copy begin anew.
 */
export const HOLD_STILL = 'BEGIN; SELECT count(*) FROM sqlite_schema;';
