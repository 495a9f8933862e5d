import { useId, useState } from 'preact/hooks';
import { useTexts } from '../../../context/services.js';
import type { ControlsProps } from './controls.js';
import { flagIn, listIn } from './custom-data-points.js';
import { ChoiceField, NumberField, numberParam, OperateButton, RangeField } from './fields.tsx';
import { nowTexts, OPERATIONS, wordOf } from './texts.js';

const DAY_SECONDS = 86_400;

/** Controls with a button for each operation: locks, switches, valves, and unknown classes. */
export function ButtonControls({ dp, invoke, refusal }: ControlsProps) {
  const say = useTexts(nowTexts);
  const [onTime, setOnTime] = useState('');
  const timed = dp.capabilities?.on_time === true;
  return (
    <>
      <div class="row">
        {dp.supported_operations.map((operation) => {
          const known = OPERATIONS[operation];
          const what = known === undefined ? operation : say(known);
          const starts = operation === 'turn_on' || operation === 'open';
          return (
            <OperateButton
              key={operation}
              refusal={refusal}
              onClick={() => invoke(operation, timed && starts ? numberParam('on_time', onTime) : {})}
            >
              {what}
            </OperateButton>
          );
        })}
      </div>
      {timed && (
        <details class="more">
          <summary>{say('howLong')}</summary>
          <NumberField label={say('onTime')} value={onTime} max={DAY_SECONDS} onInput={setOnTime} />
          <p class="small dim">{say('howLongHint')}</p>
        </details>
      )}
    </>
  );
}

/** Sirens and sound players: acoustic and optical signal, duration, volume. */
export function SirenControls({ dp, invoke, refusal }: ControlsProps) {
  const say = useTexts(nowTexts);
  const [tone, setTone] = useState<string | undefined>(undefined);
  const [light, setLight] = useState<string | undefined>(undefined);
  const [seconds, setSeconds] = useState('10');
  const [volume, setVolume] = useState(50);
  const { config, capabilities } = dp;
  const tones = listIn(config, 'available_tones');
  const lights = listIn(config, 'available_lights');
  const timed = capabilities?.duration ? 'duration' : 'on_time';
  const params = {
    ...(tone === undefined ? {} : { tone }),
    ...(light === undefined ? {} : { light }),
    ...(capabilities?.duration || capabilities?.on_time ? numberParam(timed, seconds) : {}),
    ...(capabilities?.volume ? { volume_pct: volume } : {}),
  };
  const choices = (values: readonly string[]) => values.map((value) => ({ value, text: wordOf(say, value) }));
  return (
    <>
      <div class="row top">
        {tones.length > 0 && (
          <ChoiceField label={say('tone')} options={choices(tones)} value={tone} refusal={refusal} onChoose={setTone} />
        )}
        {lights.length > 0 && (
          <ChoiceField
            label={say('light')}
            options={choices(lights)}
            value={light}
            refusal={refusal}
            onChoose={setLight}
          />
        )}
        {(capabilities?.duration || capabilities?.on_time) && (
          <NumberField label={say('seconds')} value={seconds} max={DAY_SECONDS} onInput={setSeconds} />
        )}
      </div>
      {capabilities?.volume && (
        <RangeField
          label={say('volume')}
          min={0}
          max={100}
          step={5}
          unit={' %'}
          value={volume}
          refusal={refusal}
          onSend={setVolume}
        />
      )}
      <div class="row">
        <OperateButton refusal={refusal} onClick={() => invoke('turn_on', params)}>
          {say(dp.kind === 'siren_sound' ? 'play' : 'sound')}
        </OperateButton>
        <OperateButton
          refusal={refusal}
          {...(flagIn(dp.state, 'is_on') === true ? { kind: 'primary' as const } : {})}
          onClick={() => invoke('turn_off')}
        >
          {say('silence')}
        </OperateButton>
      </div>
    </>
  );
}

const MORE = [
  ['icon', 'available_icons', 'icon'],
  ['alignment', 'available_alignments', 'alignment'],
  ['background_color', 'available_background_colors', 'background'],
  ['text_color', 'available_text_colors', 'textColor'],
  ['sound', 'available_sounds', 'tone'],
] as const;

/** Displays: a line of text with an icon. */
export function TextDisplayControls({ dp, invoke, refusal }: ControlsProps) {
  const say = useTexts(nowTexts);
  const id = useId();
  const [text, setText] = useState('');
  const [line, setLine] = useState('1');
  const [chosen, choose] = useState<Readonly<Record<string, string>>>({});
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === undefined) invoke('send_text', { text, ...numberParam('display_id', line), ...chosen });
      }}
    >
      <div class="row top">
        <div class="field grow">
          <label for={id} class="small dim">
            {say('text')}
          </label>
          <input
            id={id}
            class="input"
            maxLength={64}
            value={text}
            disabled={refusal !== undefined}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </div>
        <ChoiceField
          label={say('line')}
          options={['1', '2', '3', '4', '5'].map((value) => ({ value, text: value }))}
          value={line}
          refusal={refusal}
          onChoose={setLine}
        />
      </div>
      <div class="row top">
        {MORE.map(([param, list, label]) => {
          const options = listIn(dp.config, list);
          if (options.length === 0) return null;
          return (
            <ChoiceField
              key={param}
              label={say(label)}
              options={options.map((value) => ({ value, text: wordOf(say, value) }))}
              value={chosen[param]}
              refusal={refusal}
              onChoose={(value) => choose({ ...chosen, [param]: value })}
            />
          );
        })}
      </div>
      <div class="row">
        <OperateButton
          refusal={refusal}
          kind="primary"
          onClick={() => invoke('send_text', { text, ...numberParam('display_id', line), ...chosen })}
        >
          {say('sendText')}
        </OperateButton>
        {flagIn(dp.state, 'burst_limit_warning') === true && <span class="small dim">{say('burstLimit')}</span>}
      </div>
    </form>
  );
}
