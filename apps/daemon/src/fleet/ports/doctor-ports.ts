import { CallError, type CallHandler } from '@ccu-gateway/fleet';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { Doctor, DoctorFacts, ElsewhereFacts } from '@ccu-gateway/gateway-core/use-cases';
import { pack, unpack } from './carry.js';
import { answered, createMembers, type MembersRemote } from './members.js';
import type { Remote } from './remote-ports.js';

const METHOD = 'doctor.examine';
/** Longer than a CCU that answers nothing is waited for at every hop. */
const CALL_MS = 180_000;

/**
 * Checks all CCUs of a fleet: each gateway those that it is connected with. A gateway that does not report is named in
 * the result. Of one CCU only the gateway with it is asked.
 *
 * @example
 * const doctor = remoteDoctor(own, fleetPart.remote);
 */
export function remoteDoctor(own: Doctor, remote: MembersRemote & Pick<Remote, 'holderOf' | 'call'>): Doctor {
  const { all, ask } = createMembers(remote);
  const optionsOf = (signal: AbortSignal) => ({ timeoutMs: CALL_MS, signal });

  async function atHolder(central: string, signal: AbortSignal): Promise<DoctorFacts> {
    const asked = { does: `is connected with ${central}`, reason: 'no_central', isQuestion: true } as const;
    const args = [pack({ central, signal })];
    const told = await answered(asked, () => remote.call(central, METHOD, args, optionsOf(signal)));
    // Every gateway answers with its report.
    return unpack(told) as DoctorFacts;
  }

  async function atOthers(signal: AbortSignal): Promise<readonly ElsewhereFacts[]> {
    // The reason why it is unknown is in the report of this gateway: its health.
    const members = await all().catch(() => []);
    return await Promise.all(
      members.map(async (member) => {
        const { name: gateway } = member;
        try {
          // Every gateway answers with its report.
          return { gateway, facts: (await ask(member, METHOD, [{ signal }], optionsOf(signal))) as DoctorFacts };
        } catch (error) {
          // Another caller has it check already, as when it is asked here.
          if (error instanceof GatewayError && error.code === 'conflict') throw error;
          return silent(gateway);
        }
      }),
    );
  }

  async function lookAtAll(signal: AbortSignal): Promise<DoctorFacts> {
    const end = new AbortController();
    const until = AbortSignal.any([signal, end.signal]);
    try {
      const [facts, elsewhere] = await Promise.all([own.examine({ signal: until }), atOthers(until)]);
      return { ...facts, elsewhere };
    } finally {
      // Where one of them refuses, the others need not go on.
      end.abort();
    }
  }

  return {
    async examine({ central, signal }) {
      if (central === undefined) return await lookAtAll(signal);
      const facts = await own.examine({ central, signal });
      const hasIt = ({ centrals }: DoctorFacts) => centrals.some(({ name }) => name === central);
      if (hasIt(facts)) return facts;
      const told = await atHolder(central, signal);
      const gateway = remote.holderOf(central) ?? 'another gateway';
      if (hasIt(told)) return { ...facts, elsewhere: [{ gateway, facts: told }] };
      throw new GatewayError('service_unready', `No gateway of the fleet checks ${central} just now`, {
        reason: 'no_central',
      });
    },
  };
}

function silent(gateway: string): ElsewhereFacts {
  const text = 'Check again in a moment, then check that gateway and its connection to the NATS servers.';
  return {
    gateway,
    finding: {
      id: 'fleet.gateway_silent',
      area: 'reachability',
      severity: 'warning',
      what: `the gateway ${gateway} of the fleet sent no report about its CCUs`,
      why: 'The CCUs that it is connected with were not checked.',
      fix: { text, command: 'ccu-gateway fleet status' },
      facts: { gateway },
    },
  };
}

/** Checks for another gateway the CCUs that this one is connected with. */
export function answerDoctor(own: Doctor, mayAct: (central: string) => boolean): Readonly<Record<string, CallHandler>> {
  return {
    [METHOD]: async (packed, { signal }) => {
      const [asked]: readonly unknown[] = Array.isArray(packed) ? packed.map((each) => unpack(each, signal)) : [];
      const central: unknown = Reflect.get(Object(asked), 'central');
      if (central === undefined) return pack(await own.examine({ signal }));
      if (typeof central !== 'string' || !mayAct(central)) {
        throw new CallError('not_holder', 'this gateway is not connected with the CCU');
      }
      return pack(await own.examine({ central, signal }));
    },
  };
}
