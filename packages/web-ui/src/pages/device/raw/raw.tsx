import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../../context/services.js';
import { useResource } from '../../../context/use-resource.js';
import type { Device } from '../../../store/points.js';
import { Button } from '../../../ui/form/button.tsx';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { Card, Skeleton } from '../../../ui/layout.tsx';
import { Preformatted } from '../../../ui/value/preformatted.tsx';
import { curlLines } from './curl.js';
import { rawTexts } from './texts.js';

/** Raw answer of the gateway for a device, and the request of a program for it. */
export function RawTab({ device }: { readonly device: Device }) {
  const { store, base } = useServices();
  const say = useTexts(rawTexts);
  const { central = '', address } = device.summary;
  const description = useResource(
    ({ gateway }) => gateway.call('getDevice', { path: { addr: address }, query: { central } }),
    { inputs: [central, address] },
  );
  const [channel, setChannel] = useState(
    device.channels.find(({ summary }) => summary.number > 0)?.summary.number ?? 0,
  );
  const points = useResource(
    ({ gateway }) => gateway.call('listDataPoints', { path: { addr: address, no: channel }, query: { central } }),
    { inputs: [central, address, channel] },
  );
  const first = device.channels
    .find(({ summary }) => summary.number === channel)
    ?.points.map(store.peekPoint)
    .find((point) => point?.summary.operations.write);
  const lines = curlLines({
    api: new URL('api/v1/', base.url).href,
    central,
    address,
    channel,
    ...(first === undefined ? {} : { settable: first.summary }),
  });
  return (
    <div class="stack">
      <Card title={say('curl')}>
        <p class="small dim">{say('curlHint')}</p>
        <ul class="stack raw-lines">
          {lines.map(({ what, line }) => (
            <li key={what}>
              <p class="small">{say(what)}</p>
              <Copied text={line} />
            </li>
          ))}
        </ul>
      </Card>
      <Card title={say('device')}>
        <RawAnswer state={description.current.value} reload={() => void description.reload()} />
      </Card>
      <Card
        title={say('points')}
        aside={
          <label class="row small">
            {say('channel')}
            <select
              class="input"
              value={channel}
              onChange={({ currentTarget }) => setChannel(Number(currentTarget.value))}
            >
              {device.channels.map(({ summary }) => (
                <option key={summary.number} value={summary.number}>
                  {`:${summary.number} ${summary.type ?? ''}`}
                </option>
              ))}
            </select>
          </label>
        }
      >
        <RawAnswer state={points.current.value} reload={() => void points.reload()} />
      </Card>
    </div>
  );
}

function RawAnswer({
  state: { value, error },
  reload,
}: {
  readonly state: { readonly value?: unknown; readonly error?: unknown };
  readonly reload: () => void;
}) {
  if (error !== undefined) return <ErrorBox error={error} retry={reload} />;
  if (value === undefined) return <Skeleton height="10rem" />;
  return <Copied text={JSON.stringify(value, null, 2)} />;
}

/** A text in a box of its own, with a button that copies it. */
function Copied({ text }: { readonly text: string }) {
  const { announce } = useServices();
  const say = useTexts(rawTexts);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    announce(say('copied'));
  };
  return (
    <div class="raw-box">
      <Preformatted class="private">{text}</Preformatted>
      <Button onClick={() => void copy()}>{say(copied ? 'copied' : 'copy')}</Button>
    </div>
  );
}
