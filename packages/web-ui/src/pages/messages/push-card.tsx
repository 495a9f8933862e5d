import type { CallAnswer } from '@ccu-gateway/client';
import { BellRing } from 'lucide';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { Card, Chip } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { browserOf } from '../account/browser.js';
import { accountTexts } from '../account/texts.js';
import { readEntries, saveEntry } from '../settings/destinations/section-entries.js';
import { CHANNELS } from './channel-form.tsx';
import {
  abilities,
  createOwnId,
  isSubscribed,
  keepIdForWorker,
  obstacleOf,
  subscribe,
  unsubscribe,
} from './push-browser.js';
import { pushTexts } from './push-texts.js';

type Device = CallAnswer<'getPush'>['devices'][number];

interface PushCardProps {
  /** A channel sends to devices. */
  readonly hasChannel: boolean;
  readonly onChanged: () => void;
}

/** Push messages to this browser or phone, and the other devices of the user. */
export function PushCard({ hasChannel, onChanged }: PushCardProps) {
  const { base } = useServices();
  const say = useTexts(pushTexts);
  const ownId = createOwnId(localStorage, base);
  const push = useResource(async ({ gateway }) => {
    const [{ public_key: publicKey, devices }, isOn] = await Promise.all([gateway.call('getPush'), isSubscribed()]);
    const here = isOn ? devices.find(({ id }) => id === ownId.get())?.id : undefined;
    return { publicKey, devices, here };
  });
  const obstacle = obstacleOf(abilities());
  const changed = (id: string | undefined) => {
    ownId.set(id);
    // Without a secure context there are no caches, and no worker either.
    void keepIdForWorker('caches' in window ? caches : undefined, base, id).catch(() => {});
    void push.reload();
    onChanged();
  };
  return (
    <Card title={say('title')}>
      <div class="stack">
        <p class="small dim">{say('intro')}</p>
        <Loaded of={push} height="4rem" count={1}>
          {({ publicKey, devices, here }) => (
            <>
              {obstacle !== undefined && <Notice tone="warn">{say(obstacle)}</Notice>}
              {obstacle === undefined && here === undefined && (
                <TurnOn publicKey={publicKey} hasChannel={hasChannel} onDone={changed} />
              )}
              {devices.length > 0 && !hasChannel && <Notice tone="warn">{say('needsChannel')}</Notice>}
              {devices.length > 0 && <Devices devices={devices} here={here} onChanged={changed} />}
            </>
          )}
        </Loaded>
      </div>
    </Card>
  );
}

interface TurnOnProps {
  readonly publicKey: string;
  readonly hasChannel: boolean;
  readonly onDone: (id: string) => void;
}

function TurnOn({ publicKey, hasChannel, onDone }: TurnOnProps) {
  const { gateway, base, language, session, announce } = useServices();
  const say = useTexts(pushTexts);
  const usual = useUsualName();
  const addsChannel = !hasChannel && session.may('admin');

  async function turnOn(fields: FormData): Promise<FieldErrors | undefined> {
    const name = String(fields.get('name') ?? '').trim();
    if (name === '') return { name: say('nameNeeded') };
    const keys = await subscribe(publicKey, base);
    if (typeof keys === 'string') return { name: say(keys) };
    const body = { name, language: language.current.peek(), ...keys };
    const { id } = await gateway.call('addPush', { body });
    if (addsChannel) await addChannel();
    announce(say('turnedOn'));
    onDone(id);
    return undefined;
  }

  /** The present ones are read again: another administrator may have added it. */
  async function addChannel(): Promise<void> {
    const channels = await readEntries(gateway, CHANNELS);
    if (Object.values(channels).some(({ kind, enabled }) => kind === 'push' && enabled !== false)) return;
    const name = ['push', 'push-2', 'push-3'].find((each) => !Object.hasOwn(channels, each)) ?? 'push-4';
    await saveEntry(gateway, CHANNELS, name, { enabled: true, kind: 'push' });
  }

  return (
    <Form submitLabel={say('turnOn')} onSubmit={turnOn}>
      <Field name="name" label={say('name')} {...(addsChannel ? { hint: say('addsChannel') } : {})}>
        <input class="private" defaultValue={usual} maxLength={64} autocomplete="off" />
      </Field>
    </Form>
  );
}

function useUsualName(): string {
  const say = useTexts(pushTexts);
  const sayAccount = useTexts(accountTexts);
  const { browser = say('device'), system } = browserOf(navigator.userAgent);
  return system === undefined ? browser : sayAccount('browserOn', { browser, system });
}

interface DevicesProps {
  readonly devices: readonly Device[];
  /** Id of this browser. */
  readonly here: string | undefined;
  readonly onChanged: (here: string | undefined) => void;
}

function Devices({ devices, here, onChanged }: DevicesProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(pushTexts);
  const { dateTime } = useFormats();
  const action = useAction();
  const turnOff = ({ id, name }: Device) =>
    action.run(async () => {
      await gateway.call('removePush', { path: { id } });
      if (id === here) await unsubscribe();
      announce(say('turnedOff', { name }));
      onChanged(id === here ? undefined : here);
    });
  return (
    <section aria-label={say('devices')}>
      <ul class="push-devices">
        {devices.map((device) => (
          <li key={device.id}>
            <Icon of={BellRing} />
            <div class="grow">
              <strong class="private">{device.name}</strong>{' '}
              {device.id === here && <Chip tone="accent">{say('here')}</Chip>}
              <p class="small dim">{say('since', { time: dateTime(Date.parse(device.created_at)) })}</p>
            </div>
            <Button onClick={() => void turnOff(device)}>
              {say('turnOff')} <span class="visually-hidden">{device.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </section>
  );
}
