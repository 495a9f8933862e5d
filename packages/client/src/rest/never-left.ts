interface Failure {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly errors?: readonly unknown[];
}

/**
 * True when a request certainly reached no server: no address, no connection, or a certificate that was not accepted. A
 * browser does not report it.
 */
export function neverLeft(error: unknown): boolean {
  const { cause } = Object(error) as { readonly cause?: unknown };
  const { errors } = Object(cause) as Failure;
  // One for each address of a name.
  return Array.isArray(errors) && errors.length > 0 ? errors.every(isBefore) : isBefore(cause);
}

function isBefore(error: unknown): boolean {
  const { code, syscall } = Object(error) as Failure;
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  return typeof code === 'string' && /^UND_ERR_CONNECT_TIMEOUT$|CERT|^UNABLE_TO_/.test(code);
}
