import { Radio } from 'lucide';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import type { PointKey } from '../../store/points.js';
import { Button } from '../../ui/form/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { ValueView } from '../../ui/value/value-view.tsx';
import { welcomeTexts } from './texts.js';

/** Waits for the first event of a device and shows it: the proof of the whole round trip. */
export function EventStep({ onNext }: { readonly onNext: () => void }) {
  const { store } = useServices();
  const say = useTexts(welcomeTexts);
  const changes = store.recent.value.slice(0, 5);
  return (
    <div class="stack">
      {changes.length === 0 ? (
        <Notice live>{say('listening')}</Notice>
      ) : (
        <>
          <Notice tone="good" live>
            {say('heard')}
          </Notice>
          <ul class="found">
            {changes.map((change) => (
              <Heard key={change.seq} pointKey={change.point} at={change.at} />
            ))}
          </ul>
        </>
      )}
      <div class="row">
        <Button kind={changes.length === 0 ? 'quiet' : 'primary'} onClick={onNext}>
          {say(changes.length === 0 ? 'later' : 'next')}
        </Button>
      </div>
    </div>
  );
}

function Heard({ pointKey, at }: { readonly pointKey: PointKey; readonly at: number }) {
  const { store } = useServices();
  const formats = useFormats();
  const point = store.point(pointKey).value;
  if (point === undefined) return null;
  return (
    <li>
      <Icon of={Radio} />
      <span class="grow">
        <strong class="private">{store.peekDevice(point.device)?.summary.name}</strong>{' '}
        <span class="dim">{point.summary.parameter_label}</span>
      </span>
      <ValueView point={point} withAge={false} />
      <span class="small dim">{formats.time(at)}</span>
    </li>
  );
}
