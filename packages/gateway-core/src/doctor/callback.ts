import type { InterfaceExamination, LoopExamination } from '@ccu-gateway/ccu-client';
import type { DoctorFinding } from '@ccu-gateway/contract/types';
import type { CentralFacts, DoctorFacts } from '../ports/doctor.js';
import { type DoctorRule, ok, problem, warning } from './finding.js';

const area = 'callback' as const;
const PUBLIC_HOST = 'callback.public_host';

/** Checks that the announced callback address of each CCU can lead here. */
export const callbackRule: DoctorRule = (facts) =>
  facts.centrals.flatMap((central) =>
    central.examination.interfaces
      .filter(({ outcome }) => outcome === 'ok')
      .flatMap((found) => addressFinding(facts, central, found)),
  );

function addressFinding(
  facts: DoctorFacts,
  central: CentralFacts,
  found: InterfaceExamination,
): readonly DoctorFinding[] {
  const { announced, announceError, name, loop } = found;
  const about = { area, central: central.name, interface: name } as const;
  if (announceError !== undefined) {
    return [
      problem({
        ...about,
        id: 'callback.no_address',
        what: `there is no address that ${name} could call: ${announceError}`,
        why: 'No event arrives.',
        fix: { text: 'Set the IPv4 address of this machine in the network of the CCU.', setting: PUBLIC_HOST },
        facts: { reason: announceError },
      }),
    ];
  }
  if (announced === undefined) return [];
  const host = hostIn(announced.url);
  // An address that works needs no explanation, and an untried one is judged by its form.
  if (loop?.ok === true || loop?.worksAnew === true) {
    return [
      ok({
        ...about,
        id: 'callback.address',
        what: `${name} calls ${host}`,
        facts: { url: announced.url, address: host },
      }),
    ];
  }
  const wrong = whatIsWrong(facts, central, host);
  if (wrong === undefined) return [];
  const better = betterAddress(facts, central, host);
  const draft = {
    ...about,
    id: wrong.id,
    what: `${name} has the callback address ${announced.url}: ${wrong.words}`,
    why: 'Calls work and no event arrives, so values stand still.',
    fix: {
      text: better === undefined ? wrong.fix : `${wrong.fix} From here the way to the CCU begins at ${better}.`,
      setting: PUBLIC_HOST,
    },
    facts: { url: announced.url, ...(better === undefined ? {} : { better }) },
  };
  return [loop === undefined ? warning(draft) : problem(draft)];
}

/** Addresses that containers have among themselves: the ranges that Docker and Podman give out. */
const BRIDGE = /^(?:172\.(?:1[6-9]|2\d|3[01])\.|10\.8[89]\.|192\.168\.(?:122|49)\.)/;

function whatIsWrong({ network, publicHost }: DoctorFacts, { examination }: CentralFacts, host: string) {
  const ccuIsHere = examination.addresses.some(isLoopback);
  if (isLoopback(host) && !ccuIsHere) {
    return {
      id: 'callback.loopback',
      words: 'that is the CCU itself',
      fix: 'Set the address of this machine in the network of the CCU.',
    };
  }
  if (isIPv6(host) && examination.addresses.every((address) => !isIPv6(address))) {
    return { id: 'callback.ipv6', words: 'the CCU has no IPv6 address', fix: 'Set the IPv4 address of this machine.' };
  }
  if (
    network.container &&
    publicHost === undefined &&
    BRIDGE.test(host) &&
    !examination.addresses.some((each) => BRIDGE.test(each))
  ) {
    return {
      id: 'callback.container_address',
      words: 'that is an address inside the container, which the CCU cannot reach',
      fix: 'Set the address of the machine that the container runs on, and publish the callback ports.',
    };
  }
  const isHere = network.addresses.some(({ address }) => address === host);
  if (publicHost !== undefined && !network.container && /^[\d.]+$/.test(host) && !isHere) {
    return {
      id: 'callback.foreign_address',
      words: 'that is no address of this machine',
      fix: 'Set an address of this machine, or leave the setting out.',
    };
  }
  return undefined;
}

function betterAddress(
  { network }: DoctorFacts,
  { examination: { localAddress } }: CentralFacts,
  host: string,
): string | undefined {
  if (localAddress === undefined || localAddress === host || network.container) return undefined;
  return isLoopback(localAddress) ? undefined : localAddress;
}

const isIPv6 = (address: string) => address.includes(':');

const isLoopback = (address: string) => address === '::1' || address === 'localhost' || address.startsWith('127.');

function hostIn(url: string): string {
  const host = /^[a-z_]+:\/\/(\[[^\]]+\]|[^:/]+)/i.exec(url)?.[1] ?? '';
  return host.replace(/^\[|\]$/g, '');
}

const SILENT = 'Calls work and no event arrives, so values stand still.';

/** More events than that within one check are a storm, in any installation. */
const STORM_EVENTS = 200;

/** Checks that events arrive here from each interface. */
export const loopRule: DoctorRule = (facts) =>
  facts.centrals.flatMap((central) =>
    central.examination.interfaces.flatMap((found) => [
      ...loopFindings(facts, central, found),
      ...stormFindings(central, found),
    ]),
  );

function loopFindings(
  facts: DoctorFacts,
  central: CentralFacts,
  { name, loop, announced }: InterfaceExamination,
): readonly DoctorFinding[] {
  if (loop === undefined) return [];
  const about = { area: 'loop', central: central.name, interface: name } as const;
  if (loop.untestable === true) {
    return [
      ok({ ...about, id: 'loop.untestable', what: `${name} has no ping; its way back shows with its first event` }),
    ];
  }
  return loop.ok ? working(about, loop) : broken(facts, central, { name, loop, announced });
}

type AboutLoop = { readonly area: 'loop'; readonly central: string; readonly interface: string };

function working(about: AboutLoop, loop: LoopExamination): readonly DoctorFinding[] {
  const { interface: name } = about;
  const rtt = Math.round(loop.rttMs ?? 0);
  const works = ok({
    ...about,
    id: 'loop.works',
    what: `an event of ${name} arrives within ${rtt} ms`,
    facts: { rtt_ms: rtt },
  });
  if (loop.repeats !== true) return [works];
  return [
    works,
    warning({
      ...about,
      id: 'loop.events_twice',
      what: `${name} delivers its events more than once`,
      why: 'A key that is pressed once may count twice.',
      fix: {
        text: 'Answers of this machine may be lost on the way to the CCU: check the network between them, then restart the CCU.',
      },
    }),
  ];
}

type Broken = Pick<InterfaceExamination, 'name' | 'announced'> & { readonly loop: LoopExamination };

function broken(facts: DoctorFacts, central: CentralFacts, found: Broken): readonly DoctorFinding[] {
  const { name, loop } = found;
  const about: AboutLoop = { area: 'loop', central: central.name, interface: name };
  const why = SILENT;
  const reconnect = {
    command: `curl -X POST -H "Authorization: Bearer $CCU_GATEWAY_TOKEN" "$CCU_GATEWAY_URL/api/v1/interfaces/${central.name}-${name}/reconnect"`,
  };
  if (loop.worksAnew === true) {
    return [
      problem({
        ...about,
        id: 'loop.registration_lost',
        what: `${name} has forgotten the gateway; another registration works`,
        why,
        fix: {
          text: 'The gateway registers anew by itself within a minute; reconnecting does it at once.',
          ...reconnect,
        },
      }),
    ];
  }
  if (loop.hop === 'foreign') {
    return [
      problem({
        ...about,
        id: 'loop.foreign_client',
        what: `another program is registered at ${name} under the name of this gateway`,
        why: 'Each takes events of the other.',
        fix: { text: 'Give one of them another name.', setting: 'callback.instance_name' },
      }),
    ];
  }
  if (loop.hop === 'registration') {
    const cause = loop.cause ?? 'refused';
    return [
      problem({
        ...about,
        id: 'loop.registration_refused',
        what: `${name} does not register the gateway: ${cause}`,
        why,
        fix: { text: 'Restart the CCU; its list of clients may be full or damaged.' },
        facts: { cause },
      }),
    ];
  }
  if (loop.hop !== 'callback') {
    return [
      problem({
        ...about,
        id: 'loop.ping_failed',
        what: `${name} does not answer a ping`,
        why: 'Whether events arrive cannot be proved.',
        fix: { text: 'Its process hangs or is overloaded: restart the CCU.' },
      }),
    ];
  }
  return silent(facts, central, found);
}

function silent(facts: DoctorFacts, central: CentralFacts, { name, announced }: Broken): readonly DoctorFinding[] {
  const about: AboutLoop = { area: 'loop', central: central.name, interface: name };
  const host = announced === undefined ? '' : hostIn(announced.url);
  // The rule on the address has the reason.
  if (announced !== undefined && whatIsWrong(facts, central, host) !== undefined) return [];
  return [
    problem({
      ...about,
      id: 'loop.no_events',
      what: `${name} takes calls, and nothing that it sends to ${announced?.url ?? 'this machine'} arrives here`,
      why: SILENT,
      fix: {
        text: facts.network.container
          ? 'Publish the callback ports of the container, and open them in the firewall of its machine.'
          : 'Open the callback ports in the firewall of this machine and on the way to it.',
        setting: PUBLIC_HOST,
      },
      facts: announced === undefined ? {} : { url: announced.url },
    }),
  ];
}

function stormFindings(
  { name: central }: CentralFacts,
  { name, events }: InterfaceExamination,
): readonly DoctorFinding[] {
  if (events < STORM_EVENTS) return [];
  return [
    warning({
      id: 'loop.event_storm',
      area: 'loop',
      central,
      interface: name,
      what: `${name} sent ${events} events within this check`,
      why: 'Slow clients fall behind, and the CCU is busy.',
      fix: {
        text: 'It ends by itself after a restart of the CCU; else look for a device or a program that switches all the time.',
      },
      facts: { events },
    }),
  ];
}
