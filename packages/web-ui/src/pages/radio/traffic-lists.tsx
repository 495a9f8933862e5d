import type { ComponentChildren } from 'preact';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { devicePath } from '../../net/device-path.js';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Card, Empty } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { radioTexts } from './texts.js';
import { type InterfaceTraffic, type RadioTraffic, type Ranked, ranked } from './traffic.js';

/** Most rows in the answer of the gateway: rows of one writer are spread over all its devices. */
const ROWS = 500;
const SHOWN = 8;

/** Sources of the radio traffic of the last day, as counted by the gateway. */
export function Traffic() {
  const say = useTexts(radioTexts);
  const traffic = useResource(({ gateway, scope }) =>
    gateway.call('readRadioTraffic', { query: { ...scope.query(), limit: ROWS } }),
  );
  return (
    <Card title={say('traffic')} aside={<Button onClick={() => void traffic.reload()}>{say('reload')}</Button>}>
      <Loaded of={traffic} height="6rem" count={2}>
        {(found) => <TrafficOf traffic={found} />}
      </Loaded>
    </Card>
  );
}

function TrafficOf({ traffic }: { readonly traffic: RadioTraffic }) {
  const { session } = useServices();
  const say = useTexts(radioTexts);
  const formats = useFormats();
  const { since, from, interfaces, writes, reports, unlisted } = traffic;
  const startedWithinTheDay = Date.parse(since) > Date.parse(from);
  if (interfaces.length === 0) {
    return (
      <Empty title={say('noTraffic')}>
        <p>{say('noTrafficHint', { time: formats.dateTime(Date.parse(since)) })}</p>
      </Empty>
    );
  }
  return (
    <div class="stack">
      <p class="dim">
        {startedWithinTheDay ? say('countedSince', { time: formats.dateTime(Date.parse(since)) }) : say('countedDay')}
      </p>
      <ul class="traffic-hours">
        {interfaces.map((each) => (
          <HoursOf key={each.interface_id} of={each} />
        ))}
      </ul>
      <div class="traffic">
        {session.may('admin') ? (
          <Ranking
            title={say('bySubject')}
            lines={ranked(writes, ({ subject = '', scheme = '', token = '', home = '', client = '' }) =>
              [subject, scheme, token, home, client].join('|'),
            )}
            beyond={unlisted.writes}
            label={({ row }) => <Writer of={row} />}
          />
        ) : (
          <section>
            <h3>{say('bySubject')}</h3>
            <p class="dim">{say('subjectsForAdmins')}</p>
          </section>
        )}
        <Ranking
          title={say('byDevice')}
          lines={ranked(writes, keyOf)}
          beyond={unlisted.writes}
          label={({ row }) => <DeviceName {...row} />}
        />
        <Ranking
          title={say('byReports')}
          lines={ranked(reports, keyOf)}
          beyond={unlisted.reports}
          label={({ row }) => <DeviceName {...row} />}
        />
      </div>
    </div>
  );
}

/** Kinds of writers by their scheme; a person has none. */
const KINDS = { bearer: 'token', mqtt: 'broker', matter: 'home', service: 'gateway' } as const;

function Writer({
  of: { subject, scheme = '', token, home, client },
}: {
  readonly of: RadioTraffic['writes'][number];
}) {
  const say = useTexts(radioTexts);
  const kind = Object.hasOwn(KINDS, scheme) ? KINDS[scheme as keyof typeof KINDS] : undefined;
  return (
    <>
      {home ?? subject?.replace(/^mqtt:/, '') ?? '—'}
      {kind !== undefined && (
        <span class="dim">
          {' '}
          · {say(kind)} {token ?? client}
        </span>
      )}
    </>
  );
}

type TrafficRow = Pick<RadioTraffic['reports'][number], 'central' | 'device_address' | 'name'>;

function keyOf({ central, device_address: address }: TrafficRow): string {
  return `${central}/${address}`;
}

function DeviceName({ central, device_address: address, name }: TrafficRow) {
  const { base } = useServices();
  if (name === undefined) return <span>{address}</span>;
  return <a href={base.at(devicePath({ central, address }))}>{name}</a>;
}

/** How many writes and reports there were in each hour. */
function HoursOf({ of }: { readonly of: InterfaceTraffic }) {
  const { store } = useServices();
  const say = useTexts(radioTexts);
  const formats = useFormats();
  const known = store.interfaces.value.find(({ id }) => id === of.interface_id);
  const name = known === undefined ? of.interface_id : `${of.central} ${known.name}`;
  return (
    <li>
      <strong class="private">{name}</strong>
      {(['writes', 'reports'] as const).map((what) => {
        const hours = of[what];
        const total = hours.reduce((all, count) => all + count, 0);
        const most = Math.max(...hours);
        return (
          <span key={what} class="traffic-course">
            <span class="small">
              {say(what, { n: total })}
              {most > 0 && <span class="dim"> · {say('mostAnHour', { n: formats.number(most, 0) })}</span>}
            </span>
            <Sparkline
              kind="bars"
              values={hours}
              label={say('hoursOf', { what: say(what, { n: total }), name, most: formats.number(most, 0) })}
            />
          </span>
        );
      })}
    </li>
  );
}

interface RankingProps<Row> {
  readonly title: string;
  readonly lines: readonly Ranked<Row>[];
  /** Messages that the gateway counted without a row. */
  readonly beyond: number;
  readonly label: (line: Ranked<Row>) => ComponentChildren;
}

function Ranking<Row>({ title, lines, beyond, label }: RankingProps<Row>) {
  const say = useTexts(radioTexts);
  const formats = useFormats();
  const most = lines[0]?.count ?? 1;
  const rest = lines.slice(SHOWN).reduce((all, { count }) => all + count, beyond);
  return (
    <section>
      <h3>{title}</h3>
      {lines.length === 0 ? (
        <p class="dim">{say('nothing')}</p>
      ) : (
        <ol class="ranking">
          {lines.slice(0, SHOWN).map((line) => (
            <li key={line.key}>
              <span class="private grow">{label(line)}</span>
              <meter min={0} max={most} value={line.count} aria-label={say('times', { n: line.count })} />
              <span class="count">{formats.number(line.count, 0)}</span>
            </li>
          ))}
        </ol>
      )}
      {rest > 0 && <p class="small dim">{say('unlisted', { n: rest })}</p>}
    </section>
  );
}
