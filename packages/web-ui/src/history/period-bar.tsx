import { ChevronLeft, ChevronRight } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useServices, useTexts } from '../context/services.js';
import { useHere } from '../context/use-here.js';
import { Button } from '../ui/form/button.tsx';
import { Icon } from '../ui/value/icon.tsx';
import { dayOf, endFromDay, firstDayOf, LENGTHS, movedBy, type Period } from './period.js';
import { historyTexts } from './texts.js';

/** Length and place of the shown time: back, forward, a date, and back to now. It is kept in the address. */
export function PeriodBar({ period, children }: { readonly period: Period; readonly children: ComponentChildren }) {
  const { now } = useServices();
  const say = useTexts(historyTexts);
  const { setQuery } = useHere();
  const atMs = now();
  const move = (steps: number) => setQuery({ until: movedBy(period, steps, atMs) });
  return (
    <div class="row">
      <Button label={say('back')} onClick={() => move(-1)}>
        <Icon of={ChevronLeft} />
      </Button>
      <select
        class="input"
        aria-label={say('range')}
        value={period.name}
        onChange={({ currentTarget: { value } }) => setQuery({ range: value === 'h24' ? '' : value })}
      >
        {LENGTHS.map(([name]) => (
          <option key={name} value={name}>
            {say(name)}
          </option>
        ))}
      </select>
      <Button
        label={say('forward')}
        disabledReason={period.endMs === undefined ? say('isNow') : undefined}
        onClick={() => move(1)}
      >
        <Icon of={ChevronRight} />
      </Button>
      <input
        type="date"
        class="input"
        aria-label={say('firstDay')}
        value={firstDayOf(period, atMs)}
        max={dayOf(atMs)}
        onChange={({ currentTarget: { value } }) => {
          const until = endFromDay(value, period, atMs);
          if (until !== undefined) setQuery({ until });
        }}
      />
      {period.endMs !== undefined && <Button onClick={() => setQuery({ until: '' })}>{say('toNow')}</Button>}
      {children}
    </div>
  );
}
