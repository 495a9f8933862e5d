import { useId, useRef } from 'preact/hooks';
import { useServices, useTexts } from '../context/services.js';
import type { Point } from '../store/points.js';
import { Button } from './button.tsx';
import { Switch } from './switch.tsx';
import { uiTexts } from './texts.js';
import { useRefusal } from './use-permission.js';
import { entryText, unitOf } from './value-text.js';

interface ControlProps {
  readonly point: Point;
  /** What is set, for people who do not see where the control stands. */
  readonly name: string;
}

/** What a data point is set with: a switch, a slider with a number, a list, or a button. */
export function Control(props: ControlProps) {
  const { type, value_list } = props.point.summary;
  if (type === 'BOOL') return <PointSwitch {...props} />;
  if (type === 'ACTION') return <ActionButton {...props} />;
  if (value_list !== undefined) return <Choice {...props} />;
  if (type === 'FLOAT' || type === 'INTEGER') return <NumberControl {...props} />;
  return null;
}

function shownValue({ write, summary }: Point): unknown {
  return write?.state === 'pending' ? write.value : summary.value;
}

function pendingClass({ write }: Point): string {
  return write?.state === 'pending' ? ' pending' : '';
}

function PointSwitch({ point, name }: ControlProps) {
  const { writer } = useServices();
  const on = shownValue(point) === true;
  return (
    <Switch
      on={on}
      label={name}
      pending={point.write?.state === 'pending'}
      disabledReason={useRefusal('operator')}
      onToggle={() => void writer.write(point.key, !on)}
    />
  );
}

function ActionButton({ point, name }: ControlProps) {
  const { writer } = useServices();
  const say = useTexts(uiTexts);
  return (
    <Button disabledReason={useRefusal('operator')} onClick={() => void writer.write(point.key, true)}>
      {say('run')} <span class="visually-hidden">{name}</span>
    </Button>
  );
}

function Choice({ point, name }: ControlProps) {
  const { writer } = useServices();
  const refusal = useRefusal('operator');
  const { value_list = [] } = point.summary;
  return (
    <select
      class="input"
      aria-label={name}
      disabled={refusal !== undefined}
      title={refusal}
      value={String(shownValue(point) ?? '')}
      onChange={(event) => void writer.write(point.key, Number(event.currentTarget.value))}
    >
      {!point.summary.observed && <option value="">—</option>}
      {value_list.map((entry, index) => (
        <option key={entry} value={index}>
          {entryText(point.summary, entry)}
        </option>
      ))}
    </select>
  );
}

/** A slider for the hand and a number for the exact. What is dragged is sent when it is let go: each write costs duty cycle. */
function NumberControl({ point, name }: ControlProps) {
  const { writer } = useServices();
  const refusal = useRefusal('operator');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const { summary } = point;
  const factor = summary.multiplier ?? 1;
  const min = (summary.min ?? 0) * factor;
  const max = (summary.max ?? 100) * factor;
  const step = summary.type === 'INTEGER' ? 1 : factor === 1 ? 0.5 : 1;
  const value = shownValue(point);
  const shown = typeof value === 'number' ? Math.round(value * factor * 100) / 100 : min;
  const send = (text: string) => {
    const number = Number(text);
    if (text.trim() === '' || !Number.isFinite(number)) return;
    void writer.write(point.key, Math.min(max, Math.max(min, number)) / factor);
  };
  const common = { min, max, step, value: shown, disabled: refusal !== undefined, title: refusal };
  return (
    <span class={`slider${pendingClass(point)}`}>
      <input
        type="range"
        {...common}
        aria-label={name}
        onInput={(event) => {
          if (field.current !== null) field.current.value = event.currentTarget.value;
        }}
        onChange={(event) => send(event.currentTarget.value)}
      />
      <input
        ref={field}
        type="number"
        class="input"
        {...common}
        id={id}
        aria-label={`${name}${unitOf(summary)}`}
        onChange={(event) => send(event.currentTarget.value)}
      />
    </span>
  );
}
