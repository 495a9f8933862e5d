import type { DiagramConfig } from '@ccu-gateway/contract/types';
import { ChartSpline, Plus } from 'lucide';
import { useEffect } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { rangeIn, seriesFrom, seriesIn } from '../../history/diagram-series.js';
import { Button } from '../../ui/form/button.tsx';
import { PageHeader, Skeleton } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { DiagramBench } from './diagram-bench.tsx';
import { diagramTexts } from './texts.js';
import '../../ui/table/list.css';

/** Saved diagrams, and the one of the address. Values that the address has are not saved yet. */
export function DiagramsPage() {
  const { store } = useServices();
  const say = useTexts(diagramTexts);
  const { query, setQuery } = useHere();
  const list = useResource(async ({ gateway }) => (await gateway.call('listDiagrams')).diagrams);
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <Button onClick={() => setQuery({ id: '', series: '', range: '', until: '' })}>
            <Icon of={Plus} />
            {say('fresh')}
          </Button>
        }
      >
        {say('hint')}
      </PageHeader>
      {!store.loaded.value && <Skeleton height="16rem" />}
      {store.loaded.value && (
        <Loaded of={list} height="8rem" count={2}>
          {(diagrams) => <Diagrams diagrams={diagrams} id={query.id} onChanged={() => list.reload()} />}
        </Loaded>
      )}
    </>
  );
}

interface DiagramsProps {
  readonly diagrams: readonly DiagramConfig[];
  readonly id: string | undefined;
  readonly onChanged: () => Promise<unknown>;
}

function Diagrams({ diagrams, id, onChanged }: DiagramsProps) {
  const say = useTexts(diagramTexts);
  const { query, setQuery } = useHere();
  const saved = diagrams.find((each) => each.id === id);
  const kept = saved === undefined ? [] : seriesIn(saved.config);
  const range = saved && rangeIn(saved.config);
  useEffect(() => {
    // A bookmark may name the diagram alone.
    if (query.range === undefined && range !== undefined) setQuery({ range });
  }, [id, range]);
  return (
    <div class="stack">
      {diagrams.length > 0 && <SavedDiagrams diagrams={diagrams} chosen={saved} />}
      {id !== undefined && saved === undefined && <Notice tone="warn">{say('gone')}</Notice>}
      <DiagramBench
        key={id ?? ''}
        saved={saved}
        series={query.series === undefined ? kept : seriesFrom(query.series)}
        isChanged={query.series !== undefined || (saved !== undefined && query.range !== range)}
        onChanged={onChanged}
      />
    </div>
  );
}

function SavedDiagrams({
  diagrams,
  chosen,
}: {
  readonly diagrams: readonly DiagramConfig[];
  readonly chosen: DiagramConfig | undefined;
}) {
  const say = useTexts(diagramTexts);
  const { setQuery } = useHere();
  const open = ({ id, config }: DiagramConfig) => setQuery({ id, series: '', range: rangeIn(config) ?? '', until: '' });
  return (
    <nav class="row" aria-label={say('saved')}>
      {diagrams.map((each) => (
        <Button key={each.id} kind="quiet" pressed={each === chosen} onClick={() => open(each)}>
          <Icon of={ChartSpline} />
          <span class="private">
            {each.is_own ? each.name : say('sharedBy', { name: each.name, owner: each.owner })}
          </span>
        </Button>
      ))}
    </nav>
  );
}
