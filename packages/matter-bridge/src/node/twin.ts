import {
  DnsMessageType,
  DnsRecordClass,
  DnsRecordType,
  MdnsSocket,
  type Network,
  type SrvRecordValue,
} from '@matter/main';
import { type Fabric, getOperationalDeviceQname } from '@matter/main/protocol';
import type { BridgeClock } from '../ports/ports.js';

/** Another machine that answers for this bridge. */
export interface Twin {
  /** Its host name. */
  readonly host: string;
  readonly address: string;
}

/** Answers come after 120 ms at most; a lost question is repeated. */
const ASKED_AT_MS = [0, 300, 600];
const LISTENED_MS = 1000;

/**
 * Asks the network by mDNS for the names that this bridge is about to answer for. It must not be online yet, so that each answer is
 * another one's: the file of this bridge was copied, and both have the keys of its homes.
 */
export async function findTwin(options: {
  readonly network: Network;
  readonly fabrics: readonly Pick<Fabric, 'globalId' | 'nodeId'>[];
  readonly clock: BridgeClock;
  readonly signal: AbortSignal;
}): Promise<Twin | undefined> {
  const { network, fabrics, clock, signal } = options;
  const names = fabrics.map(({ globalId, nodeId }) => getOperationalDeviceQname(globalId, nodeId));
  if (names.length === 0) return undefined;
  const socket = await MdnsSocket.create(network);
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const cancels: (() => void)[] = [];
  try {
    return await new Promise((resolve) => {
      socket.registerRelevantNames('twin', names);
      socket.receipt.on((message) => {
        const twin = twinIn(message, wanted);
        if (twin !== undefined) resolve(twin);
      });
      // Without sending no twin can answer either, and the bridge starts.
      const ask = () =>
        void Promise.resolve(
          socket.send({
            messageType: DnsMessageType.Query,
            queries: names.map((name) => ({ name, recordType: DnsRecordType.SRV, recordClass: DnsRecordClass.IN })),
          }),
        ).catch(() => undefined);
      cancels.push(...ASKED_AT_MS.map((ms) => clock.after(ms, ask)));
      cancels.push(clock.after(LISTENED_MS, () => resolve(undefined)));
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
  } finally {
    for (const cancel of cancels) cancel();
    await socket.close();
  }
}

function twinIn(message: MdnsSocket.Message, wanted: ReadonlySet<string>): Twin | undefined {
  if (!DnsMessageType.isResponse(message.messageType)) return undefined;
  const records = [...message.answers, ...message.additionalRecords];
  // A record with a lifetime of zero is a goodbye.
  const found = records.find(
    ({ name, recordType, ttl }) => recordType === DnsRecordType.SRV && ttl > 0 && wanted.has(name.toLowerCase()),
  );
  if (found === undefined) return undefined;
  // The library has read a record of this type as this.
  const { target } = found.value as SrvRecordValue;
  return { host: target, address: message.sourceIp };
}
