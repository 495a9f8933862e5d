import { useTexts } from '../../../context/services.js';
import type { ControlsProps } from './controls.js';
import { asksFirst, numberIn } from './custom-data-points.js';
import { OperateButton, RangeField } from './fields.tsx';
import { nowTexts } from './texts.js';

const BUTTONS = [
  ['open', 'openIt'],
  ['stop', 'stop'],
  ['close', 'closeIt'],
  ['vent', 'vent'],
  ['lock', 'lock'],
] as const;

/** Shutters, blinds with slats, window drives, garage doors. */
export function CoverControls({ dp, invoke, refusal }: ControlsProps) {
  const say = useTexts(nowTexts);
  const { state, supported_operations: operations } = dp;
  return (
    <>
      <div class="row">
        {BUTTONS.filter(([operation]) => operations.includes(operation)).map(([operation, text]) => (
          <OperateButton key={operation} refusal={refusal} onClick={() => invoke(operation)}>
            {say(text)}
          </OperateButton>
        ))}
      </div>
      {operations.includes('set_position') && !asksFirst(dp, 'set_position') && (
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
            <OperateButton refusal={refusal} onClick={() => invoke('open_tilt')}>
              {say('openSlats')}
            </OperateButton>
            <OperateButton refusal={refusal} onClick={() => invoke('close_tilt')}>
              {say('closeSlats')}
            </OperateButton>
          </div>
        </>
      )}
    </>
  );
}
