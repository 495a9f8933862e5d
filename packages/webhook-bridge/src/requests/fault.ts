/** Reason of a failed delivery. */
export type FaultKind = 'name' | 'forbidden' | 'unreachable' | 'timeout' | 'tls' | 'closed' | 'redirect' | 'refused';

/** A failed delivery with its reason, in words for people that name neither the path of the URL nor the secret. */
export class DeliveryFault extends Error {
  override readonly name = 'DeliveryFault';

  constructor(
    readonly kind: FaultKind,
    message: string,
  ) {
    super(message);
  }
}

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  EHOSTUNREACH: 'there is no way to its address',
  ENETUNREACH: 'there is no way to its network',
  ENETDOWN: 'the network of this machine is down',
  EADDRNOTAVAIL: 'its address cannot be used',
  EAFNOSUPPORT: 'this machine has no addresses of its kind',
  EINVAL: 'its address cannot be used',
  EPERM: 'this machine forbids it',
  EACCES: 'this machine forbids it',
};

/**
 * The fault that an error of a socket stands for.
 *
 * @example
 * faultOf(Object.assign(new Error(), { code: 'ECONNREFUSED' })).kind; // 'unreachable'
 */
export function faultOf(error: unknown): DeliveryFault {
  if (error instanceof DeliveryFault) return error;
  const code = codeOf(error);
  const unreachable = UNREACHABLE[code];
  if (unreachable !== undefined) {
    return new DeliveryFault('unreachable', `the receiver cannot be reached: ${unreachable}`);
  }
  if (code === 'ETIMEDOUT') return timedOut();
  if (/CERT|TLS|SSL|SIGNED|ISSUER/.test(code)) {
    return new DeliveryFault('tls', `the certificate of the receiver, or its TLS, is not accepted (${code})`);
  }
  return new DeliveryFault('closed', `the connection to the receiver ended (${code})`);
}

export function timedOut(): DeliveryFault {
  return new DeliveryFault('timeout', 'the receiver has not answered in time');
}

function codeOf(error: unknown): string {
  // Several addresses were tried: each has an error of its own.
  const one = error instanceof AggregateError ? error.errors[0] : error;
  const code = one instanceof Error && 'code' in one ? one.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
