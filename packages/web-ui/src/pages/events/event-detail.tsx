import { X } from 'lucide';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { devicePath } from '../../net/device-path.js';
import { Button } from '../../ui/form/button.tsx';
import { CopyButton } from '../../ui/form/copy-button.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { Preformatted } from '../../ui/value/preformatted.tsx';
import { curlOf, frameOf } from './event-export.js';
import type { EventItem } from './event-rows.js';
import type { EventSettings } from './event-settings.js';
import { shortValue } from './event-words.js';
import { differences } from './json-diff.js';
import { eventTexts } from './texts.js';
import { useTimes } from './use-times.js';

interface DetailProps {
  readonly seq: number;
  /** Undefined where it is not in the table. */
  readonly item: EventItem | undefined;
  readonly utc: boolean;
  readonly onChange: (change: Partial<EventSettings>) => void;
}

/** One event in full, its differences to the previous one, and links to related pages. */
export function EventDetail({ seq, item, utc, onChange }: DetailProps) {
  const say = useTexts(eventTexts);
  const timeText = useTimes(utc);
  return (
    <aside class="card event-detail" aria-label={say('details', { seq: String(seq) })}>
      <header>
        <h2 class="grow">{say('details', { seq: String(seq) })}</h2>
        <Button kind="quiet" label={say('close')} onClick={() => onChange({ open: undefined, paused: true })}>
          <Icon of={X} />
        </Button>
      </header>
      {item === undefined ? (
        <p class="dim">{say('notHere')}</p>
      ) : (
        <>
          <p class="small">
            <span class="mono">{timeText(item.at)}</span> · {item.type}
          </p>
          <p class="mono private">{item.topic}</p>
          <DetailActions item={item} onChange={onChange} />
          <Changes item={item} />
          <h3>{say('json')}</h3>
          <Preformatted class="code-block mono private">{JSON.stringify(frameOf(item), null, 2)}</Preformatted>
        </>
      )}
    </aside>
  );
}

function DetailActions({ item, onChange }: { readonly item: EventItem; readonly onChange: DetailProps['onChange'] }) {
  const { gateway, base } = useServices();
  const say = useTexts(eventTexts);
  const { device, central, topic, seq } = item;
  return (
    <div class="row">
      <Button onClick={() => onChange({ topics: [topic], open: undefined, paused: false })}>{say('filterThis')}</Button>
      {device !== undefined && central !== undefined && (
        <>
          <Button onClick={() => onChange({ topics: [`devices/${device}/#`], open: undefined, paused: false })}>
            {say('filterDevice')}
          </Button>
          <a class="button" href={base.at(devicePath({ central, address: device }))}>
            {say('openDevice')}
          </a>
        </>
      )}
      <Button kind="quiet" onClick={() => onChange({ since: Math.max(0, seq - 1), open: undefined, paused: false })}>
        {say('fromHere')}
      </Button>
      <CopyButton label={say('copyJson')} text={() => JSON.stringify(frameOf(item), null, 2)} />
      <CopyButton label={say('copyCurl')} text={() => curlOf(gateway.url, item)} />
    </div>
  );
}

function Changes({ item: { earlier, payload } }: { readonly item: EventItem }) {
  const say = useTexts(eventTexts);
  const formats = useFormats();
  if (earlier === undefined) return null;
  const changes = [...differences(earlier, payload)].sort((a, b) => formats.compare(a.path, b.path));
  return (
    <>
      <h3>{say('changed')}</h3>
      {changes.length === 0 ? (
        <p class="dim">{say('unchanged')}</p>
      ) : (
        <dl class="event-changes private">
          {changes.map(({ path, before, after }) => (
            <div key={path}>
              <dt class="mono">{path}</dt>
              <dd class="mono">
                <del>{shortValue(before)}</del> → <ins>{shortValue(after)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
