import { useTexts } from '../../../context/services.js';
import type { ControlsProps } from './controls.js';
import { needsConfirmation, numberIn } from './custom-data-points.js';
import { ConfirmButton, RangeField } from './fields.tsx';
import { nowTexts } from './texts.js';

const BUTTONS = [
  ['open', 'openIt'],
  ['stop', 'stop'],
  ['close', 'closeIt'],
  ['vent', 'vent'],
  ['lock', 'lock'],
] as const;

/** Shutters, blinds with slats, window drives, garage doors. */
export function CoverControls({ dp, name, invoke, refusal }: ControlsProps) {
  const say = useTexts(nowTexts);
  const { state, supported_operations: operations } = dp;
  const question = (operation: string, what: string) =>
    needsConfirmation(dp, operation) ? say('confirm', { name, what }) : undefined;
  return (
    <>
      <div class="row">
        {BUTTONS.filter(([operation]) => operations.includes(operation)).map(([operation, text]) => (
          <ConfirmButton
            key={operation}
            question={question(operation, say(text))}
            refusal={refusal}
            onClick={() => invoke(operation)}
          >
            {say(text)}
          </ConfirmButton>
        ))}
      </div>
      {operations.includes('set_position') && !needsConfirmation(dp, 'set_position') && (
        <RangeField
          label={say('position')}
          min={0}
          max={100}
          step={10}
          unit={' %'}
          value={numberIn(state, 'current_position')}
          refusal={refusal}
          onSend={(position) => invoke('set_position', { position })}
        />
      )}
      {operations.includes('set_tilt_position') && (
        <>
          <RangeField
            label={say('slats')}
            min={0}
            max={100}
            step={10}
            unit={' %'}
            value={numberIn(state, 'current_tilt_position')}
            refusal={refusal}
            onSend={(position) => invoke('set_tilt_position', { tilt_position: position })}
          />
          <div class="row">
            <ConfirmButton question={undefined} refusal={refusal} onClick={() => invoke('open_tilt')}>
              {say('openSlats')}
            </ConfirmButton>
            <ConfirmButton question={undefined} refusal={refusal} onClick={() => invoke('close_tilt')}>
              {say('closeSlats')}
            </ConfirmButton>
          </div>
        </>
      )}
    </>
  );
}
