import { useMemo } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { devicePath } from '../../net/device-path.js';
import { Chip, type Tone } from '../../ui/layout.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { reportedSignals, type Signal } from './reported-signals.js';
import { radioTexts } from './texts.js';
import { type Quality, qualityOf } from './traffic.js';

const TONES: Readonly<Record<Quality, Tone>> = { strong: 'good', fair: 'warn', weak: 'bad' };

/** Each device and its interface, in both directions; the weakest first. */
export function SignalTable() {
  const { store, base } = useServices();
  const say = useTexts(radioTexts);
  const formats = useFormats();
  const { query, setQuery } = useHere();
  const { sort = 'toDevice' } = query;
  const pulse = store.pulse.value;
  const signals = useMemo(() => reportedSignals(store), [pulse, store.devices.value]);
  const columns = useMemo<readonly Column<Signal>[]>(
    () => [
      {
        id: 'device',
        title: say('device'),
        width: 'minmax(10rem, 2fr)',
        isTitle: true,
        compare: (a, b) => formats.compare(a.device.summary.name, b.device.summary.name),
        cell: ({ device: { summary } }) => (
          <a class="private" href={base.at(devicePath(summary))}>
            {summary.name}
          </a>
        ),
      },
      {
        id: 'interface',
        title: say('interface'),
        width: 'minmax(7rem, 1fr)',
        compare: (a, b) => formats.compare(a.device.summary.interface_id, b.device.summary.interface_id),
        cell: ({ device: { summary } }) => summary.interface,
      },
      ...(['toDevice', 'fromDevice'] as const).map(
        (way): Column<Signal> => ({
          id: way,
          title: say(way),
          width: '10rem',
          compare: (a, b) => (a[way] ?? 0) - (b[way] ?? 0),
          isUnknown: (signal) => signal[way] === undefined,
          cell: (signal) => <Strength dbm={signal[way]} />,
        }),
      ),
    ],
    [say, formats],
  );
  return (
    <section class="stack" aria-labelledby="signals">
      <h2 id="signals">{say('signals')}</h2>
      {signals.length === 0 ? (
        <p class="dim">{say('noSignals')}</p>
      ) : (
        <Table
          label={say('signals')}
          rows={signals}
          columns={columns}
          rowKey={({ device }) => device.key}
          sort={sort}
          onSort={(next) => setQuery({ sort: next === 'toDevice' ? '' : next })}
        />
      )}
    </section>
  );
}

/** A signal in dBm and in a word. */
export function Strength({ dbm }: { readonly dbm: number | undefined }) {
  const say = useTexts(radioTexts);
  if (dbm === undefined) return <span class="dim">—</span>;
  const quality = qualityOf(dbm);
  return (
    <span class="row">
      <span class="mono">{`${dbm}\u202fdBm`}</span>
      <Chip tone={TONES[quality]}>{say(quality)}</Chip>
    </span>
  );
}
