import { CircleCheck } from 'lucide';
import { useMemo } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { PictureFirst } from '../../graph/picture-first.tsx';
import { Empty, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { CATEGORIES } from '../problems/inbox.js';
import { problemTexts } from '../problems/texts.js';
import { devicesOf, type Spell, spellsOf } from './rows.js';
import { SpellPicture } from './spell-picture.tsx';
import { SpellTable } from './spell-table.tsx';
import { problemTimesTexts } from './texts.js';

const DAY_MS = 86_400_000;
const RANGES = [
  ['d30', 30 * DAY_MS],
  ['y1', 366 * DAY_MS],
] as const;
const MOST = 2_000;

/** Beginning and end of problems over weeks, as bars and as a table. */
export function ProblemTimesPage() {
  const { base } = useServices();
  const say = useTexts(problemTimesTexts);
  const { query } = useHere();
  const [, lengthMs] = RANGES.find(([name]) => name === query.range) ?? RANGES[0];
  const times = useResource(
    async ({ gateway, scope, now }) => {
      const range = { from: now() - lengthMs, to: now() };
      const from = new Date(range.from).toISOString();
      const periods = await gateway.call('listProblemTimes', { query: { ...scope.query(), from, limit: MOST } });
      return { range, spells: spellsOf(periods) };
    },
    { inputs: [lengthMs], refreshOn: ['problems.changed'] },
  );
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <a class="button" href={base.at('problems')}>
            {say('back')}
          </a>
        }
      >
        {say('about')}
      </PageHeader>
      <Loaded of={times} height="3rem" count={6}>
        {({ range, spells }) => (
          <div class="stack">
            <Filters spells={spells} />
            {spells.length === 0 ? (
              <Empty title={say('none')} icon={CircleCheck}>
                <p>{say('noneHint')}</p>
              </Empty>
            ) : (
              <Shown range={range} spells={spells} />
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

function Filters({ spells }: { readonly spells: readonly Spell[] }) {
  const { store } = useServices();
  const say = useTexts(problemTimesTexts);
  const sayProblem = useTexts(problemTexts);
  const formats = useFormats();
  const { query, setQuery } = useHere();
  const categories = CATEGORIES.filter((each) => spells.some(({ category }) => category === each));
  return (
    <div class="row">
      <label class="row small">
        {say('range')}
        <select
          class="input"
          value={query.range ?? RANGES[0][0]}
          onChange={({ currentTarget: { value } }) => setQuery({ range: value === RANGES[0][0] ? '' : value })}
        >
          {RANGES.map(([name]) => (
            <option key={name} value={name}>
              {say(name)}
            </option>
          ))}
        </select>
      </label>
      <label class="row small">
        {say('subject')}
        <select
          class="input"
          value={query.about ?? ''}
          onChange={({ currentTarget: { value } }) => setQuery({ about: value })}
        >
          <option value="">{say('all')}</option>
          {categories.map((each) => (
            <option key={each} value={each}>
              {sayProblem(each)}
            </option>
          ))}
        </select>
      </label>
      <label class="row small">
        {say('device')}
        <select
          class="input private"
          value={query.device ?? ''}
          onChange={({ currentTarget: { value } }) => setQuery({ device: value })}
        >
          <option value="">{say('allDevices')}</option>
          {devicesOf(spells, store.peekDevice, formats.compare).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface ShownProps {
  readonly range: { readonly from: number; readonly to: number };
  readonly spells: readonly Spell[];
}

function Shown({ range, spells }: ShownProps) {
  const say = useTexts(problemTimesTexts);
  const { about = '', device = '' } = useHere().query;
  const shown = useMemo(
    () =>
      spells.filter((each) => (about === '' || each.category === about) && (device === '' || each.device === device)),
    [spells, about, device],
  );
  if (shown.length === 0) return <Empty title={say('noMatch')} icon={CircleCheck} />;
  return (
    <PictureFirst
      summary={say('picture')}
      picture={<SpellPicture range={range} spells={shown} />}
      table={<SpellTable range={range} spells={shown} />}
    />
  );
}
