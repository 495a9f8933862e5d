import { useFormats, useServices, useTexts } from '../../context/services.js';
import type { Change } from '../../store/points.js';
import { Card } from '../../ui/layout.tsx';
import { uiTexts } from '../../ui/value/texts.js';
import { valueText } from '../../ui/value/value-text.js';
import { homeTexts } from './texts.js';

const SHOWN = 12;

/** Changes since this page was opened, the newest first. */
export function RecentChanges() {
  const { store } = useServices();
  const say = useTexts(homeTexts);
  const changes = store.recent.value.slice(0, SHOWN);
  return (
    <Card title={say('recent')} class="recent-changes">
      {changes.length === 0 ? (
        <p class="dim">{say('noRecent')}</p>
      ) : (
        <ol class="changes">
          {changes.map((change) => (
            <ChangeRow key={change.seq} change={change} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function ChangeRow({ change }: { readonly change: Change }) {
  const { store, clock } = useServices();
  const sayUi = useTexts(uiTexts);
  const formats = useFormats();
  const device = store.peekDevice(change.device);
  const point = store.peekPoint(change.point);
  if (device === undefined || point === undefined) return null;
  return (
    <li>
      <span class="grow">
        <span class="private change-name">{device.summary.name}</span>
        <span class="dim small">
          {point.summary.parameter_label} · {formats.age(change.at, Math.max(change.at, clock.value))}
        </span>
      </span>
      <strong>{valueText(point.summary, change.value, sayUi, formats)}</strong>
    </li>
  );
}
