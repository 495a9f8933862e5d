import { useMemo } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { RADIO_INTERFACES } from '../../radio/interfaces.js';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Card, Skeleton } from '../../ui/layout.tsx';
import { radioTexts } from './texts.js';
import { type Count, reportsBy, writesBy } from './traffic.js';

const DAY_MS = 86_400_000;
const EVENTS = 1_000;
const SHOWN = 8;

/** Our own writes, from the audit; and what devices report, from the log of events. */
export function Traffic() {
  const { store } = useServices();
  const say = useTexts(radioTexts);
  const devices = store.devices.value;
  const known = useMemo(
    () =>
      new Map(devices.flatMap((key) => store.peekDevice(key) ?? []).map(({ summary }) => [summary.address, summary])),
    [devices],
  );
  const isRadio = (address: string) => RADIO_INTERFACES.has(known.get(address)?.interface ?? '');
  const nameOf = (address: string) => known.get(address)?.name ?? address;
  const audit = useResource(({ gateway, now }) =>
    gateway.call('listAudit', { query: { since: new Date(now() - DAY_MS).toISOString(), limit: 10_000 } }),
  );
  const log = useResource(({ gateway }) =>
    gateway.call('listEvents', {
      query: { since: Math.max(0, store.seq.peek() - EVENTS), topics: 'devices/#', limit: EVENTS },
    }),
  );
  const { value: entries, error: auditError } = audit.current.value;
  const { value: page, error: logError } = log.current.value;
  return (
    <Card title={say('traffic')}>
      {auditError !== undefined && <ErrorBox error={auditError} retry={() => void audit.reload()} />}
      {logError !== undefined && <ErrorBox error={logError} retry={() => void log.reload()} />}
      <div class="traffic">
        <Ranking title={say('bySubject')} counts={entries && writesBy(entries, 'subject', isRadio)} nameOf={String} />
        <Ranking
          title={say('byDevice')}
          counts={entries && writesBy(entries, 'device_address', isRadio)}
          nameOf={nameOf}
        />
        <Ranking
          title={say('byEvents', { n: page?.events.length ?? EVENTS })}
          counts={page && reportsBy(page.events, isRadio)}
          nameOf={nameOf}
        />
      </div>
    </Card>
  );
}

interface RankingProps {
  readonly title: string;
  readonly counts: readonly Count[] | undefined;
  readonly nameOf: (name: string) => string;
}

function Ranking({ title, counts, nameOf }: RankingProps) {
  const say = useTexts(radioTexts);
  const formats = useFormats();
  const most = counts?.[0]?.count ?? 1;
  return (
    <section>
      <h3>{title}</h3>
      {counts === undefined ? (
        <Skeleton height="1.5rem" count={4} />
      ) : counts.length === 0 ? (
        <p class="dim">{say('nothing')}</p>
      ) : (
        <ol class="ranking">
          {counts.slice(0, SHOWN).map(({ name, count }) => (
            <li key={name}>
              <span class="private grow">{nameOf(name)}</span>
              <meter min={0} max={most} value={count} aria-label={nameOf(name)} />
              <span title={say('times', { n: count })}>{formats.number(count, 0)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
