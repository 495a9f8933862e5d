import type { AlarmOutput, AlarmWalkTest, AlarmZoneStatus } from '@ccu-gateway/contract/types';
import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Loaded } from '../../ui/loaded.tsx';
import { testTexts } from './test-texts.js';

interface TestsProps {
  readonly zone: AlarmZoneStatus;
  readonly onChanged: () => void;
}

/** Tests of a disarmed zone: its sensors by a walk through the rooms, its outputs one by one. */
export function Tests({ zone, onChanged }: TestsProps) {
  const { gateway } = useServices();
  const say = useTexts(testTexts);
  const action = useAction();
  const [isOpen, setOpen] = useState(false);
  const refusal = useRefusal('operator');
  const path = { id: zone.id };
  const found = useResource(
    async ({ gateway: own }) => ({
      walk: await own.call('getAlarmWalkTestStatus', { path }),
      outputs: await own.call('listAlarmZoneOutputs', { path }),
    }),
    { inputs: [zone.id, zone.walktest_active], refreshOn: ['alarm.walktest_progress'] },
  );
  const carryOut = (work: () => Promise<unknown>) =>
    void action.run(async () => {
      await work();
      onChanged();
    });
  const isActive = zone.walktest_active;
  return (
    <details open={isActive || isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="dim">{say('title')}</summary>
      <Loaded of={found} height="4rem" count={1}>
        {({ walk, outputs }) => (
          <div class="stack-small">
            <Button
              disabledReason={refusal}
              onClick={() =>
                carryOut(() => gateway.call(isActive ? 'stopAlarmWalkTest' : 'startAlarmWalkTest', { path }))
              }
            >
              {say(isActive ? 'stop' : 'start')}
            </Button>
            {walk.active && <Walked walk={walk} />}
            {outputs.map((output) => (
              <OutputTest
                key={output.id}
                output={output}
                refusal={refusal}
                test={() =>
                  carryOut(() =>
                    gateway.call('testAlarmOutput', { path: { id: output.id }, body: { optical_only: true } }),
                  )
                }
              />
            ))}
          </div>
        )}
      </Loaded>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </details>
  );
}

/** Sensors with the time of their last activation in this test; those without one first. */
function Walked({ walk }: { readonly walk: AlarmWalkTest }) {
  const say = useTexts(testTexts);
  const formats = useFormats();
  const sensors = [...walk.sensors].sort((a, b) => Number(a.tested) - Number(b.tested));
  return (
    <div aria-live="polite">
      <p>{say('progress', { n: sensors.filter(({ tested }) => tested).length, total: sensors.length })}</p>
      <ul class="alarm-journal">
        {sensors.map(({ id, name, last_triggered_at: at }) => (
          <li key={id}>
            <span class="private">{name}</span>
            <span class="dim">{at === undefined ? say('missing') : formats.time(Date.parse(at))}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface OutputTestProps {
  readonly output: Pick<AlarmOutput, 'id' | 'name' | 'class'>;
  readonly refusal: string | undefined;
  readonly test: () => void;
}

/** Classes that have nothing but a sound. */
const LOUD: ReadonlySet<AlarmOutput['class']> = new Set(['switched_siren', 'chirp']);

/** Classes that cannot be tested from here. */
const UNTESTABLE: ReadonlySet<AlarmOutput['class']> = new Set(['smoke_sounder', 'sysvar_mirror']);

function OutputTest({ output, refusal, test }: OutputTestProps) {
  const say = useTexts(testTexts);
  if (UNTESTABLE.has(output.class)) return null;
  return (
    <div class="row">
      <span class="grow private">{output.name ?? output.id}</span>
      <Button kind="quiet" disabledReason={refusal} onClick={test}>
        {say(LOUD.has(output.class) ? 'testLoud' : 'test')}
      </Button>
    </div>
  );
}
