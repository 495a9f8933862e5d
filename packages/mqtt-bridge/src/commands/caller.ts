import type { Caller } from '@ccu-gateway/gateway-core';

/** Who commands from a broker are carried out for: a broker does not tell which of its clients sent them. */
export function callerOf({ name, role }: { readonly name: string; readonly role: 'viewer' | 'operator' }): Caller {
  const subject = `mqtt:${name}`;
  return { principal: { key: subject, subject, scheme: 'mqtt', role }, signal: new AbortController().signal };
}
