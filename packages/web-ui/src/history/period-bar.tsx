import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useFormats, useServices, useTexts } from '../context/services.js';
import { useHere } from '../context/use-here.js';
import { Button } from '../ui/form/button.tsx';
import { Icon } from '../ui/value/icon.tsx';
import { dayOf, endFromDay, firstDayOf, LENGTHS, movedBy, type Period } from './period.js';
import { historyTexts } from './texts.js';

interface PeriodBarProps {
  readonly period: Period;
  readonly onZoom: (factor: number) => void;
  readonly children: ComponentChildren;
}

/** Length and place of the shown time: back, forward, a date, zoom, and back to now. It is kept in the address. */
export function PeriodBar({ period, onZoom, children }: PeriodBarProps) {
  const { now } = useServices();
  const say = useTexts(historyTexts);
  const formats = useFormats();
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
        value={period.name ?? 'own'}
        onChange={({ currentTarget: { value } }) => setQuery({ range: value === 'h24' ? '' : value })}
      >
        {period.name === undefined && (
          <option value="own">{say('own', { time: formats.duration(period.lengthMs) })}</option>
        )}
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
      <Button label={say('zoomOut')} onClick={() => onZoom(1 / 2)}>
        <Icon of={ZoomOut} />
      </Button>
      <Button label={say('zoomIn')} onClick={() => onZoom(2)}>
        <Icon of={ZoomIn} />
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
