import type { Caller } from '@ccu-gateway/gateway-core';

/** Caller of the commands from a broker. A broker does not report the client of a message. */
export function callerOf({ name, role }: { readonly name: string; readonly role: 'viewer' | 'operator' }): Caller {
  const subject = `mqtt:${name}`;
  return { principal: { key: subject, subject, scheme: 'mqtt', role }, signal: new AbortController().signal };
}
