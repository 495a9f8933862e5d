import { useFormats, useTexts } from '../../context/services.js';
import { homeTexts } from '../home/texts.js';
import { problemTexts } from '../problems/texts.js';
import { lengthIn, placeIn, rowsOf, type Spell, type SpellRow } from './rows.js';
import { problemTimesTexts } from './texts.js';
import './problem-times.css';

/** Rows that a person can compare at once; the table has all. */
const MOST_ROWS = 60;
const MARKS = 5;

interface SpellPictureProps {
  readonly range: { readonly from: number; readonly to: number };
  readonly spells: readonly Spell[];
}

/** A row of bars for each problem, by subject, over one time axis. */
export function SpellPicture({ range, spells }: SpellPictureProps) {
  const say = useTexts(problemTimesTexts);
  const sayProblem = useTexts(problemTexts);
  const formats = useFormats();
  const rows = rowsOf(spells);
  const shown = rows.slice(0, MOST_ROWS);
  const marks = Array.from({ length: MARKS }, (_, index) => range.from + ((range.to - range.from) * index) / MARKS);
  return (
    <div class="spells">
      {shown.map((row, index) => (
        <div key={row.id} class="spell-row">
          {row.category !== shown[index - 1]?.category && <h2 class="small">{sayProblem(row.category)}</h2>}
          <Bars row={row} range={range} />
        </div>
      ))}
      <div class="spell-axis small dim" aria-hidden="true">
        {marks.map((at) => (
          <span key={at}>{formats.date(at)}</span>
        ))}
      </div>
      {rows.length > shown.length && <p class="small dim">{say('more', { n: rows.length - shown.length })}</p>}
    </div>
  );
}

function Bars({ row, range }: { readonly row: SpellRow; readonly range: SpellPictureProps['range'] }) {
  const say = useTexts(problemTimesTexts);
  const sayHome = useTexts(homeTexts);
  const formats = useFormats();
  const { problem, spells } = row;
  const name = sayHome(problem.title, problem.inserted);
  const lasted = formats.duration(lengthIn(spells, range));
  return (
    <>
      <p class="small private">{name}</p>
      <div class="spell-track private" role="img" aria-label={say('row', { problem: name, n: spells.length, lasted })}>
        {spells.map((spell) => {
          const { start, width } = placeIn(spell, range);
          const to = spell.to === undefined ? say('lasts') : formats.dateTime(spell.to);
          return (
            <span
              key={spell.id}
              class={`spell ${problem.tone}`}
              style={{ insetInlineStart: `${start * 100}%`, width: `${width * 100}%` }}
              title={say('span', { problem: name, from: formats.dateTime(spell.from), to })}
            />
          );
        })}
      </div>
    </>
  );
}
