import type { Judged, Verdict } from './judge.js';

type Member = Judged['members'][number];
type Central = Judged['centrals'][number];

/** Rows for programs: kind, verdict, name and details. */
export function fleetRows({ fleet, members, centrals, broker, log }: Judged): readonly (readonly string[])[] {
  const { reason = '', remedy = '' } = fleet.broker;
  const { seq, pending, lag_events: lag = '', outage = '' } = fleet.log;
  return [
    ...members.map(({ verdict, name, roles, version, urls }) => [
      ...['gateway', verdict, name],
      ...[roles.join(','), version, urls.join(',')],
    ]),
    ...centrals.map(({ verdict, central, holder, copy }) => [
      ...['ccu', verdict, central],
      ...[holder?.name ?? '', copy, ''],
    ]),
    ['broker', broker, fleet.name, reason, remedy, ''],
    ['log', log, String(seq), String(lag), String(pending), outage],
  ];
}

/** For people: the gateways, the CCUs with their holders, and the way between them. */
export function fleetLines(judged: Judged): readonly string[] {
  const { fleet, members, centrals, broker, log, problems } = judged;
  const asked = members.find(({ id }) => id === fleet.self);
  return [
    `Fleet ${fleet.name}${asked === undefined ? '' : `, as ${asked.name} sees it`}`,
    ...(fleet.members === undefined ? [' ? the broker does not say which gateways there are'] : []),
    ...aligned(members.map((each) => [TICKS[each.verdict], each.name, each.roles.join(', '), ...memberWords(each)])),
    ...(centrals.length === 0 ? [] : ['CCUs']),
    ...aligned(centrals.map((each) => [TICKS[each.verdict], each.central, centralWords(each)])),
    'Broker and log',
    ...aligned([
      [TICKS[broker], 'broker', brokerWords(judged)],
      [TICKS[log], 'log', logWords(judged)],
    ]),
    '',
    problems === 0 ? 'Nothing is wrong.' : `${problems} problem${problems === 1 ? '' : 's'}`,
  ];
}

const TICKS: Readonly<Record<Verdict, string>> = {
  ok: '✔',
  outage: '✖',
  refused: '✖',
  incompatible: '✖',
  no_holder: '✖',
  no_copy: '✖',
  unknown: '?',
};

function memberWords({ verdict, version, urls, protocol }: Member): readonly string[] {
  const trouble = verdict === 'ok' ? '' : `speaks another protocol (${protocol}): run one version on all gateways`;
  return [version, [urls.join(', '), trouble].filter((text) => text !== '').join('; ')];
}

function centralWords({ verdict, holder, copy }: Central): string {
  if (verdict === 'unknown') return 'the broker does not say who holds it';
  if (verdict === 'no_holder')
    return 'no gateway holds it: start one with the role all or link that is configured with it';
  const held = `held by ${holder?.name ?? ''}`;
  return copy === 'missing' ? `${held}; nothing of it has arrived at the gateway that answers` : held;
}

function brokerWords({ fleet: { broker } }: Judged): string {
  if (broker.state === 'connected') return 'connected';
  if (broker.state === 'refused') return `${broker.reason ?? 'refused'}; fix: ${broker.remedy ?? 'look at its log'}`;
  return `does not answer (${broker.reason ?? 'no reason'}): CCUs are let go until it does`;
}

function logWords({ fleet: { log } }: Judged): string {
  const { seq, lag_events: lag = 0, pending, outage } = log;
  const known = [`event ${seq}`, lag > 0 && `${lag} behind`, pending > 0 && `${pending} to be sent`];
  const place = known.filter((text) => text !== false).join(', ');
  return outage === undefined ? place : `does not answer (${outage}): nothing new can come; ${place}`;
}

/** One space before the first column, and the others under each other. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => ` ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' ')}`.trimEnd());
}
