const SECRET_KEY =
  /password|passwd|token|api_?key|client_?secret|secret|authorization|cookie|session_?id|\bsid\b|bearer|private_?key/i;
/** Fields with a secret-looking name: counts, names and references that are meant to be shown. */
const HARMLESS_KEY = /^(fingerprint|credential|scheme|tokens?_count)$/i;
const URL_WITH_USER = /\/\/[^/@\s]+@/g;
const SID_IN_URL = /([?&]sid=)[^&\s]+/gi;

const MAX_DEPTH = 6;

/** A copy of log fields in which every member with a secret's name is replaced, and URLs carry no credentials. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string')
    return value.replace(URL_WITH_USER, '//[redacted]@').replace(SID_IN_URL, '$1[redacted]');
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.slice(0, 100).map((entry) => redact(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      SECRET_KEY.test(key) && !HARMLESS_KEY.test(key) && typeof entry !== 'number' && typeof entry !== 'boolean'
        ? '[redacted]'
        : redact(entry, depth + 1),
    ]),
  );
}

function redactError(error: Error, depth: number): unknown {
  const code = (error as { code?: unknown }).code;
  return {
    name: error.name,
    ...(code === undefined ? {} : { code }),
    message: redact(error.message, depth + 1),
    ...(error.cause instanceof Error ? { cause: redact(error.cause, depth + 1) } : {}),
  };
}
