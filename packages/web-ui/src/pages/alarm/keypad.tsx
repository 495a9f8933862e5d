import { Delete } from 'lucide';
import { useTexts } from '../../context/services.js';
import { Icon } from '../../ui/value/icon.tsx';
import { alarmTexts } from './texts.js';

/** In the order of the keys; the position left of 0 deletes. */
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', undefined, '0'];
const MOST_DIGITS = 12;

/** Large keys for a PIN. The digits are shown as dots and are kept in memory only. */
export function Keypad({ pin, onChange }: { readonly pin: string; readonly onChange: (pin: string) => void }) {
  const say = useTexts(alarmTexts);
  return (
    <fieldset class="keypad">
      <legend>{say('keypad')}</legend>
      <input
        class="input"
        type="password"
        inputMode="numeric"
        autocomplete="off"
        aria-label={say('code')}
        value={pin}
        maxLength={MOST_DIGITS}
        onInput={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, ''))}
      />
      <div class="keypad-keys">
        {KEYS.map((digit) =>
          digit === undefined ? (
            <button key="clear" type="button" class="button" aria-label={say('clear')} onClick={() => onChange('')}>
              <Icon of={Delete} />
            </button>
          ) : (
            <button
              key={digit}
              type="button"
              class="button"
              aria-label={say('digit', { n: digit })}
              onClick={() => onChange((pin + digit).slice(0, MOST_DIGITS))}
            >
              {digit}
            </button>
          ),
        )}
      </div>
    </fieldset>
  );
}
