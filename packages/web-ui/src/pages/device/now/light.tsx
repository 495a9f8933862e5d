import { useState } from 'preact/hooks';
import { useTexts } from '../../../context/services.js';
import { hexOf, hueSaturationOf, whiteOf } from '../../../ui/form/color.js';
import type { ControlsProps } from './controls.js';
import { flagIn, listIn, numberIn, textIn } from './custom-data-points.js';
import { ChoiceField, NumberField, numberParam, OperateButton, RangeField } from './fields.tsx';
import { nowTexts, wordOf } from './texts.js';

const DAY_SECONDS = 86_400;

/** On, off and brightness, and further features of the light: colour, white, effects, duration. */
export function LightControls({ dp, name, invoke, refusal }: ControlsProps) {
  const say = useTexts(nowTexts);
  const [onTime, setOnTime] = useState('');
  const [ramp, setRamp] = useState('');
  const { state, config, capabilities, supported_operations: operations } = dp;
  const times = { ...numberParam('on_time', onTime), ...numberParam('ramp_time', ramp) };
  const effects = listIn(config, 'available_effects');
  return (
    <>
      <div class="row">
        <OperateButton
          refusal={refusal}
          {...(flagIn(state, 'is_on') === true ? {} : { kind: 'primary' as const })}
          onClick={() => invoke('turn_on', times)}
        >
          {say('turnOn')}
        </OperateButton>
        <OperateButton refusal={refusal} onClick={() => invoke('turn_off', numberParam('ramp_time', ramp))}>
          {say('turnOff')}
        </OperateButton>
      </div>
      {capabilities?.dimmable !== false && (
        <RangeField
          label={say('brightness')}
          min={0}
          max={100}
          step={5}
          unit={' %'}
          value={numberIn(state, 'brightness_pct')}
          refusal={refusal}
          onSend={(percent) =>
            percent === 0 ? invoke('turn_off') : invoke('turn_on', { ...times, brightness_pct: percent })
          }
        />
      )}
      {operations.includes('set_color') && <ColorControls dp={dp} name={name} invoke={invoke} refusal={refusal} />}
      {operations.includes('set_color_temp') && <WhiteControls dp={dp} invoke={invoke} refusal={refusal} />}
      {effects.length > 0 && (
        <ChoiceField
          label={say('effect')}
          options={effects.map((value) => ({ value, text: wordOf(say, value) }))}
          value={textIn(state, 'effect')}
          refusal={refusal}
          onChoose={(effect) => invoke('turn_on', { effect })}
        />
      )}
      {(capabilities?.on_time || capabilities?.transition) && (
        <details class="more">
          <summary>{say('howLong')}</summary>
          <div class="row">
            {capabilities.on_time && (
              <NumberField label={say('onTime')} value={onTime} max={DAY_SECONDS} onInput={setOnTime} />
            )}
            {capabilities.transition && (
              <NumberField label={say('rampTime')} value={ramp} max={DAY_SECONDS} onInput={setRamp} />
            )}
          </div>
          <p class="small dim">{say('howLongHint')}</p>
        </details>
      )}
    </>
  );
}

function WhiteControls({ dp: { state, config }, invoke, refusal }: Omit<ControlsProps, 'name'>) {
  const say = useTexts(nowTexts);
  const kelvin = {
    min: numberIn(config, 'min_color_temp_kelvin') ?? 2000,
    max: numberIn(config, 'max_color_temp_kelvin') ?? 6500,
  };
  const temperature = numberIn(state, 'color_temp_kelvin');
  return (
    <span class="row">
      <RangeField
        label={say('colorTemperature')}
        {...kelvin}
        step={100}
        unit={' K'}
        kind="white"
        value={temperature}
        refusal={refusal}
        onSend={(wanted) => invoke('set_color_temp', { color_temp_kelvin: wanted })}
      />
      {temperature !== undefined && <span class="swatch" style={{ background: whiteOf(temperature) }} />}
    </span>
  );
}

const FIXED: Readonly<Record<string, string>> = {
  RED: '#e5332a',
  YELLOW: '#f5c400',
  GREEN: '#2fa84f',
  TURQUOISE: '#1fb5b5',
  BLUE: '#2b5fd9',
  PURPLE: '#9a3fc4',
  WHITE: '#ffffff',
  BLACK: '#000000',
};

function ColorControls({ dp, name, invoke, refusal }: ControlsProps) {
  const say = useTexts(nowTexts);
  const { state, config } = dp;
  const fixed = listIn(config, 'available_colors');
  if (fixed.length > 0) {
    const current = textIn(state, 'color_name');
    return (
      <fieldset class="swatches">
        <legend class="small dim">{say('color')}</legend>
        {fixed.map((color) => (
          <button
            key={color}
            type="button"
            class="swatch"
            style={{ background: FIXED[color] ?? 'transparent' }}
            aria-pressed={color === current}
            aria-label={wordOf(say, color)}
            title={refusal ?? wordOf(say, color)}
            aria-disabled={refusal === undefined ? undefined : 'true'}
            onClick={() => refusal === undefined && invoke('set_color', { color })}
          />
        ))}
      </fieldset>
    );
  }
  const hue = numberIn(state, 'hue');
  const saturation = numberIn(state, 'saturation');
  const send = (change: { readonly hue?: number; readonly saturation?: number }) =>
    invoke('set_color', { hue: hue ?? 0, saturation: saturation ?? 100, ...change });
  return (
    <>
      <RangeField
        label={say('hue')}
        min={0}
        max={360}
        step={5}
        unit="°"
        kind="hue"
        value={hue}
        refusal={refusal}
        onSend={(wanted) => send({ hue: wanted })}
      />
      <RangeField
        label={say('saturation')}
        min={0}
        max={100}
        step={5}
        unit={' %'}
        value={saturation}
        refusal={refusal}
        onSend={(wanted) => send({ saturation: wanted })}
      />
      <label class="row small dim">
        <input
          type="color"
          class="color-field"
          value={hexOf({ hue: hue ?? 0, saturation: saturation ?? 0 })}
          disabled={refusal !== undefined}
          title={refusal}
          aria-label={say('pickColor', { name })}
          onChange={({ currentTarget }) => send(hueSaturationOf(currentTarget.value))}
        />
        {say('pick')}
      </label>
    </>
  );
}
