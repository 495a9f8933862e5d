import type { DiagramConfig } from '@ccu-gateway/contract/types';
import { ChartSpline, X } from 'lucide';
import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import {
  type DiagramSeries,
  isSameSeries,
  MOST_SERIES,
  placeOf,
  pointKeyOfSeries,
  seriesText,
} from '../../history/diagram-series.js';
import { HistoryView } from '../../history/history-view.tsx';
import type { Series } from '../../history/series.js';
import { historyTexts } from '../../history/texts.js';
import { ValueHeat } from '../../history/value-heat.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Confirm } from '../../ui/form/confirm.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Chip, Empty } from '../../ui/layout.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { uiTexts } from '../../ui/value/texts.js';
import { valueText } from '../../ui/value/value-text.js';
import { AddSeries } from './add-series.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { diagramTexts } from './texts.js';

interface BenchProps {
  readonly saved: DiagramConfig | undefined;
  readonly series: readonly DiagramSeries[];
  /** The address has other values or another time than the saved diagram. */
  readonly isChanged: boolean;
  readonly onChanged: () => Promise<unknown>;
}

type Asked = 'save' | 'save-as' | 'delete';

/** One diagram: its values, its picture, and its storage. */
export function DiagramBench({ saved, series, isChanged, onChanged }: BenchProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(diagramTexts);
  const { query, setQuery } = useHere();
  const [asked, ask] = useState<Asked>();
  const names = useSeriesNames(series);
  const show = (next: readonly DiagramSeries[]) => setQuery({ series: seriesText(next) });
  const centrals = new Set(series.map(({ central }) => central));
  const [central] = centrals;
  return (
    <section class="stack" aria-label={saved?.name ?? say('fresh')}>
      <Heading saved={saved} isChanged={isChanged && series.length > 0} isEmpty={series.length === 0} onAsk={ask} />
      <AddSeries
        isFull={series.length >= MOST_SERIES}
        has={(each) => series.some((other) => isSameSeries(each, other))}
        onAdd={(each) => show([...series, each])}
      />
      {series.length === 0 ? (
        <Empty title={say('empty')} icon={ChartSpline}>
          <p>{say('emptyHint')}</p>
        </Empty>
      ) : (
        <>
          <ul class="row" aria-label={say('values')}>
            {series.map((each) => (
              <li key={placeOf(each)} class="row private">
                {names.ofSeries(each)}
                <Button
                  kind="quiet"
                  label={say('remove', { name: names.ofSeries(each) })}
                  onClick={() => show(series.filter((other) => other !== each))}
                >
                  <Icon of={X} />
                </Button>
              </li>
            ))}
          </ul>
          <Views />
          {query.view === 'heat' ? (
            <Heat series={series} label={names.ofHistory} />
          ) : (
            <HistoryView
              points={series.map(placeOf)}
              {...(centrals.size === 1 && central !== undefined ? { central } : {})}
              label={names.ofHistory}
              stateName={names.ofState}
            />
          )}
        </>
      )}
      {(asked === 'save' || asked === 'save-as') && (
        <SaveDialog
          saved={asked === 'save' ? saved : undefined}
          series={series}
          onClose={() => ask(undefined)}
          onSaved={onChanged}
        />
      )}
      {asked === 'delete' && saved !== undefined && (
        <Confirm
          title={say('remove1')}
          action={say('remove1')}
          onConfirm={async () => {
            await gateway.call('deleteDiagram', { path: { id: saved.id } });
            announce(say('removed', { name: saved.name }));
            setQuery({ id: '', series: '', range: '' });
            await onChanged();
          }}
          onClose={() => ask(undefined)}
        >
          <p class="private">{say('removeAsk', { name: saved.name })}</p>
        </Confirm>
      )}
    </section>
  );
}

/** Curves over a time, or one value by hour and day. */
function Views() {
  const say = useTexts(historyTexts);
  const { query, setQuery } = useHere();
  const isHeat = query.view === 'heat';
  return (
    <div class="row">
      <Button pressed={!isHeat} onClick={() => setQuery({ view: '' })}>
        {say('curves')}
      </Button>
      <Button pressed={isHeat} onClick={() => setQuery({ view: 'heat' })}>
        {say('heatShow')}
      </Button>
    </div>
  );
}

/** Each value of the diagram by hour and day. */
function Heat({
  series,
  label,
}: {
  readonly series: readonly DiagramSeries[];
  readonly label: (series: Series) => string;
}) {
  const say = useTexts(historyTexts);
  return (
    <>
      <p class="small dim">{say('heatAbout')}</p>
      {series.map((each) => (
        <ValueHeat key={placeOf(each)} point={placeOf(each)} central={each.central} label={label} />
      ))}
    </>
  );
}

interface HeadingProps {
  readonly saved: DiagramConfig | undefined;
  readonly isChanged: boolean;
  readonly isEmpty: boolean;
  readonly onAsk: (what: Asked) => void;
}

/** Name of the diagram, with the actions of its storage. */
function Heading({ saved, isChanged, isEmpty, onAsk }: HeadingProps) {
  const { session } = useServices();
  const say = useTexts(diagramTexts);
  const refusal = useRefusal('operator');
  const isMine = saved !== undefined && (saved.is_own || session.may('admin'));
  return (
    <div class="row">
      <h2 class="grow private">{saved?.name ?? say('fresh')}</h2>
      {isChanged && <Chip tone="warn">{say('unsaved')}</Chip>}
      {isMine && (
        <Button kind="primary" disabledReason={refusal} onClick={() => onAsk('save')}>
          {say('rename')}
        </Button>
      )}
      <Button
        {...(isMine ? {} : { kind: 'primary' as const })}
        disabledReason={refusal ?? (isEmpty ? say('empty') : undefined)}
        onClick={() => onAsk('save-as')}
      >
        {saved === undefined ? say('save') : say('saveAs')}
      </Button>
      {isMine && (
        <Button kind="danger" disabledReason={refusal} onClick={() => onAsk('delete')}>
          {say('remove1')}
        </Button>
      )}
    </div>
  );
}

/** Names of series and of their states. */
function useSeriesNames(series: readonly DiagramSeries[]) {
  const { store } = useServices();
  const say = useTexts(uiTexts);
  const formats = useFormats();
  const pointOf = (each: DiagramSeries) => store.peekPoint(pointKeyOfSeries(each));
  function ofSeries(each: DiagramSeries): string {
    const point = pointOf(each);
    const device = point && store.peekDevice(point.device);
    if (point === undefined || device === undefined) return placeOf(each);
    return `${device.summary.name} · ${point.summary.parameter_label ?? point.summary.parameter}`;
  }
  const meant = ({ device_address: address, channel, parameter }: Series) =>
    series.find((each) => each.channel_address === `${address}:${channel}` && each.parameter === parameter);
  return {
    ofSeries,
    ofHistory(each: Series): string {
      const found = meant(each);
      return found === undefined ? each.parameter : ofSeries(found);
    },
    ofState(each: Series, value: number): string | undefined {
      const found = meant(each);
      const summary = found && pointOf(found)?.summary;
      if (summary?.type === 'BOOL') return valueText(summary, value !== 0, say, formats);
      return summary?.value_list === undefined ? undefined : valueText(summary, value, say, formats);
    },
  };
}
