import { useTexts } from '../../context/services.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import type { BlockingSensor } from './bypass.js';
import { alarmTexts } from './texts.js';

interface BypassChoiceProps {
  readonly blocking: readonly BlockingSensor[];
  readonly out: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

/** The sensors that block arming, each to be left out this once; those that must watch are named without a choice. */
export function BypassChoice({ blocking, out, onToggle }: BypassChoiceProps) {
  const say = useTexts(alarmTexts);
  const refusal = useRefusal('operator');
  if (blocking.length === 0) return null;
  return (
    <fieldset class="alarm-bypass">
      <legend>{say('leaveOut')}</legend>
      {blocking.map(({ id, name, reasons, isKept }) => (
        <label key={id} class="check">
          <input
            type="checkbox"
            checked={out.has(id)}
            disabled={isKept || refusal !== undefined}
            onChange={() => onToggle(id)}
          />
          <span>
            <span class="private">{name}</span>{' '}
            <span class="dim small">
              {reasons.map((reason) => say(reason)).join(', ')}
              {isKept && ` · ${say('neverOut')}`}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
