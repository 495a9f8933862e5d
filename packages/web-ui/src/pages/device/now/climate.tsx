import { useState } from 'preact/hooks';
import { useTexts } from '../../../context/services.js';
import type { ControlsProps } from './controls.js';
import { listIn, numberIn, textIn } from './custom-data-points.js';
import { ChoiceField, NumberField, OperateButton, RangeField } from './fields.tsx';
import { nowTexts, wordOf } from './texts.js';

const YEAR_HOURS = 8_760;

/** Thermostats: setpoint, mode, preset, absence. */
export function ClimateControls({ dp, invoke, refusal }: ControlsProps) {
  const say = useTexts(nowTexts);
  const { state, config, supported_operations: operations } = dp;
  const options = (name: string) => listIn(config, name).map((value) => ({ value, text: wordOf(say, value) }));
  return (
    <>
      <RangeField
        label={say('targetTemperature')}
        min={numberIn(config, 'min_temp') ?? 5}
        max={numberIn(config, 'max_temp') ?? 30.5}
        step={numberIn(config, 'temp_step') ?? 0.5}
        unit={' °C'}
        value={numberIn(state, 'target_temperature')}
        refusal={refusal}
        onSend={(temperature) => invoke('set_temperature', { temperature })}
      />
      <div class="row top">
        {operations.includes('set_mode') && (
          <ChoiceField
            label={say('mode')}
            options={options('hvac_modes')}
            value={textIn(state, 'hvac_mode')}
            refusal={refusal}
            onChoose={(mode) => invoke('set_mode', { mode })}
          />
        )}
        {operations.includes('set_preset') && (
          <ChoiceField
            label={say('preset')}
            options={presetsOf(options('preset_modes'), textIn(state, 'preset_mode'), say('away'))}
            value={textIn(state, 'preset_mode')}
            refusal={refusal}
            onChoose={(preset) => preset !== 'away' && invoke('set_preset', { preset })}
          />
        )}
      </div>
      {operations.includes('enable_away') && <Away dp={dp} invoke={invoke} refusal={refusal} />}
    </>
  );
}

/** The preset `away` needs more than a choice, so it is listed only while it is active. */
function presetsOf(options: readonly { value: string; text: string }[], current: string | undefined, away: string) {
  return current === 'away' ? [...options, { value: 'away', text: away }] : options;
}

function Away({ dp, invoke, refusal }: Omit<ControlsProps, 'name'>) {
  const say = useTexts(nowTexts);
  const [hours, setHours] = useState('24');
  const [degrees, setDegrees] = useState('17');
  const on = textIn(dp.state, 'preset_mode') === 'away';
  const wanted = { hours: Number(hours), temperature: Number(degrees) };
  const fault = wanted.hours >= 0.5 && wanted.temperature >= 5 ? undefined : say('awayFault');
  return (
    <details class="more" open={on}>
      <summary>{say('away')}</summary>
      <div class="row bottom">
        <NumberField label={say('awayHours')} value={hours} max={YEAR_HOURS} onInput={setHours} />
        <NumberField label={say('awayTemperature')} value={degrees} max={30} onInput={setDegrees} />
        <OperateButton refusal={refusal ?? fault} onClick={() => invoke('enable_away', wanted)}>
          {say('awayStart')}
        </OperateButton>
        {on && (
          <OperateButton refusal={refusal} onClick={() => invoke('disable_away')}>
            {say('awayEnd')}
          </OperateButton>
        )}
      </div>
    </details>
  );
}
