import { useMemo } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { devicePath } from '../../net/device-path.js';
import { Chip } from '../../ui/layout.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { homeTexts } from '../home/texts.js';
import { problemTexts } from '../problems/texts.js';
import type { Spell } from './rows.js';
import { problemTimesTexts } from './texts.js';

interface SpellTableProps {
  readonly range: { readonly from: number; readonly to: number };
  readonly spells: readonly Spell[];
}

/** Problems with their beginning and their end, the last begun first. */
export function SpellTable({ range, spells }: SpellTableProps) {
  const { store, base } = useServices();
  const say = useTexts(problemTimesTexts);
  const sayHome = useTexts(homeTexts);
  const sayProblem = useTexts(problemTexts);
  const formats = useFormats();
  const { query, setQuery } = useHere();
  const columns = useMemo((): readonly Column<Spell>[] => {
    const nameOf = ({ problem }: Spell) => sayHome(problem.title, problem.inserted);
    const endOf = ({ to }: Spell) => to ?? range.to;
    return [
      {
        id: 'problem',
        title: say('problem'),
        width: 'minmax(12rem, 3fr)',
        isTitle: true,
        compare: (a, b) => formats.compare(nameOf(a), nameOf(b)),
        cell: (spell) => {
          const device = spell.device === undefined ? undefined : store.peekDevice(spell.device);
          return device === undefined ? (
            <span class="private">{nameOf(spell)}</span>
          ) : (
            <a class="private" href={base.at(devicePath(device.summary))}>
              {nameOf(spell)}
            </a>
          );
        },
      },
      {
        id: 'subject',
        title: say('subject'),
        width: '9rem',
        compare: (a, b) => formats.compare(sayProblem(a.category), sayProblem(b.category)),
        cell: ({ category, problem }) => <Chip tone={problem.tone}>{sayProblem(category)}</Chip>,
      },
      {
        id: 'began',
        title: say('began'),
        width: '12rem',
        compare: (a, b) => a.from - b.from,
        cell: ({ from }) => formats.dateTime(from),
      },
      {
        id: 'ended',
        title: say('ended'),
        width: '12rem',
        compare: (a, b) => endOf(a) - endOf(b),
        cell: ({ to }) => (to === undefined ? say('lasts') : formats.dateTime(to)),
      },
      {
        id: 'lasted',
        title: say('lasted'),
        width: '7rem',
        compare: (a, b) => endOf(a) - a.from - (endOf(b) - b.from),
        cell: (spell) => formats.duration(endOf(spell) - spell.from),
      },
    ];
  }, [say, sayHome, sayProblem, formats, range]);
  const { sort = '-began' } = query;
  return (
    <Table
      label={say('title')}
      rows={spells}
      columns={columns}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={(next) => setQuery({ sort: next === '-began' ? '' : next })}
    />
  );
}
