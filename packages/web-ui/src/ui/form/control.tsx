import type { ConfirmReason } from '@ccu-gateway/contract/types';
import { ArrowDown, ArrowUp, Square } from 'lucide';
import { useId, useRef, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import type { ClimateMode } from '../../store/climate-modes.js';
import type { Point } from '../../store/points.js';
import { Icon } from '../value/icon.tsx';
import { uiTexts } from '../value/texts.js';
import { entryText, unitOf, valueText } from '../value/value-text.js';
import { Button } from './button.tsx';
import { Switch } from './switch.tsx';
import { useRefusal } from './use-permission.js';

interface ControlProps {
  readonly point: Point;
  /** Accessible name. */
  readonly name: string;
}

/** Control of a data point: a switch, a slider with a number, a list, or a button. */
export function Control(props: ControlProps) {
  const { type, value_list, confirm } = props.point.summary;
  if (type === 'BOOL' && confirm !== undefined) return <GuardedButtons {...props} reason={confirm.reason} />;
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

/** Writes a value of the data point, after the question where there is one. */
function useWrite({ point, name }: ControlProps): (value: unknown, what?: string) => void {
  const { writer, consents } = useServices();
  const say = useTexts(uiTexts);
  const formats = useFormats();
  const [, redraw] = useState(0);
  return async (value, what = valueText(point.summary, value, say, formats)) => {
    const consent = await consents.toWrite([point], value, { name, what });
    if (consent !== undefined) await writer.write(point.key, value, consent);
    // A moved control returns to the current value.
    else redraw((count) => count + 1);
  };
}

/** A lock, valve, siren or permission: each way with its own word, never one switch. */
function GuardedButtons({ point, name, reason }: ControlProps & { readonly reason: ConfirmReason }) {
  const write = useWrite({ point, name });
  const say = useTexts(uiTexts);
  const refusal = useRefusal('operator');
  return (
    <span class={`row${pendingClass(point)}`}>
      {[false, true].map((value) => {
        const what = say(`${value ? 'do' : 'undo'}_${reason}`);
        return (
          <Button key={String(value)} disabledReason={refusal} onClick={() => write(value, what)}>
            {what} <span class="visually-hidden">{name}</span>
          </Button>
        );
      })}
    </span>
  );
}

function PointSwitch({ point, name }: ControlProps) {
  const write = useWrite({ point, name });
  const on = shownValue(point) === true;
  return (
    <Switch
      on={on}
      label={name}
      pending={point.write?.state === 'pending'}
      disabledReason={useRefusal('operator')}
      onToggle={() => write(!on)}
    />
  );
}

function ActionButton({ point, name }: ControlProps) {
  const write = useWrite({ point, name });
  const say = useTexts(uiTexts);
  const { confirm } = point.summary;
  const what = say(confirm === undefined ? 'run' : `do_${confirm.reason}`);
  return (
    <Button disabledReason={useRefusal('operator')} onClick={() => write(true, what)}>
      {what} <span class="visually-hidden">{name}</span>
    </Button>
  );
}

/** Up, stop and down of a blind, before the slider for its position. Up is the highest value of the level. */
export function CoverButtons({
  level,
  stop,
  name,
}: {
  readonly level: Point;
  readonly stop: Point;
  readonly name: string;
}) {
  const move = useWrite({ point: level, name });
  const halt = useWrite({ point: stop, name });
  const say = useTexts(uiTexts);
  const refusal = useRefusal('operator');
  const { min = 0, max = 1 } = level.summary;
  const buttons = [
    ['up', ArrowUp, () => move(max)],
    ['stop', Square, () => halt(true, say('stop'))],
    ['down', ArrowDown, () => move(min)],
  ] as const;
  return (
    <span class={`cover-buttons${pendingClass(level)}`}>
      {buttons.map(([word, icon, press]) => (
        <Button key={word} disabledReason={refusal} onClick={press} label={`${name}: ${say(word)}`}>
          <Icon of={icon} />
        </Button>
      ))}
    </span>
  );
}

/** A key that is pressed briefly. */
export function KeyButton({ point, name, text }: ControlProps & { readonly text: string }) {
  const write = useWrite({ point, name });
  return (
    <Button disabledReason={useRefusal('operator')} onClick={() => write(true, text)}>
      {text} <span class="visually-hidden">{name}</span>
    </Button>
  );
}

/** Modes of a thermostat; the one in force is pressed. */
export function ModeButtons({ modes, name }: { readonly modes: readonly ClimateMode[]; readonly name: string }) {
  const say = useTexts(uiTexts);
  return (
    <span class="mode-buttons" role="group" aria-label={say('modeOf', { name })}>
      {modes.map((mode) => (
        <ModeButton key={mode.name} mode={mode} name={name} />
      ))}
    </span>
  );
}

function ModeButton({ mode, name }: { readonly mode: ClimateMode; readonly name: string }) {
  const write = useWrite({ point: mode.point, name });
  const say = useTexts(uiTexts);
  const text = say(`mode_${mode.name}`);
  return (
    <Button disabledReason={useRefusal('operator')} pressed={mode.isActive} onClick={() => write(mode.value, text)}>
      {text}
    </Button>
  );
}

function Choice({ point, name }: ControlProps) {
  const write = useWrite({ point, name });
  const refusal = useRefusal('operator');
  const { value_list = [] } = point.summary;
  const shown = String(shownValue(point) ?? '');
  return (
    <select
      class="input"
      aria-label={name}
      disabled={refusal !== undefined}
      title={refusal}
      value={shown}
      onChange={({ currentTarget }) => {
        // The dash of a value that was not read is no value.
        if (currentTarget.value === '') return;
        const wanted = Number(currentTarget.value);
        // Shows the current value until the new one was sent.
        if (point.summary.confirm !== undefined) currentTarget.value = shown;
        write(wanted);
      }}
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

/** Slider with a number input. A dragged value is sent on release, because each write costs duty cycle. */
function NumberControl({ point, name }: ControlProps) {
  const write = useWrite({ point, name });
  const refusal = useRefusal('operator');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const { summary } = point;
  const factor = summary.multiplier ?? 1;
  const min = (summary.min ?? 0) * factor;
  const max = (summary.max ?? 100) * factor;
  const step = summary.type === 'INTEGER' ? 1 : factor === 1 ? 0.5 : 1;
  const value = shownValue(point);
  const shown = typeof value === 'number' ? Math.round(value * factor * 100) / 100 : undefined;
  const send = (text: string) => {
    const number = Number(text);
    if (text.trim() === '' || !Number.isFinite(number)) return;
    write(Math.min(max, Math.max(min, number)) / factor);
  };
  const common = { min, max, step, value: shown ?? '', disabled: refusal !== undefined, title: refusal };
  return (
    <span class={`slider${pendingClass(point)}`}>
      {/* A slider would show a value although none is known. */}
      {shown !== undefined && (
        <input
          type="range"
          {...common}
          aria-label={name}
          onInput={(event) => {
            if (field.current !== null) field.current.value = event.currentTarget.value;
          }}
          onChange={(event) => send(event.currentTarget.value)}
        />
      )}
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
