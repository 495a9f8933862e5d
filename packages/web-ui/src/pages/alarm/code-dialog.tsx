import type { AlarmCode, AlarmRemoteKeyCandidate, AlarmZoneStatus } from '@ccu-gateway/contract/types';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { codeTexts } from './code-texts.js';
import { type BoundKey, keysOf } from './codes.js';

const PIN = /^\d{4,12}$/;
const VERBS = ['disarm', 'arm', 'silence'] as const;

interface Closing {
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

interface CodeProps extends Closing {
  readonly zones: readonly AlarmZoneStatus[];
}

/** Adds a PIN, or binds a key or an entry of a keypad to an action. */
export function CodeDialog({ zones, onClose, onSaved }: CodeProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(codeTexts);
  const keys = useResource(({ gateway: own }) => own.call('listAlarmRemoteKeyCandidates'));
  const [isKey, setKey] = useState(false);

  async function save(fields: FormData): Promise<FieldErrors | undefined> {
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const name = text('name');
    if (!isKey) {
      if (!PIN.test(text('pin'))) return { pin: say('pinForm') };
      const perms = { arm: true, disarm: true, silence: true };
      await gateway.call('createAlarmCode', { body: { name, kind: 'pin', pin: text('pin'), perms, enabled: true } });
    } else {
      const key = keysOf(keys.current.value.value ?? []).find(({ id }) => id === text('key'));
      if (key === undefined) return { key: say('noKey') };
      const isKeypad = key.parameter === 'CODE_ID';
      if (isKeypad && text('slot') === '') return { slot: say('slotForm') };
      const verb = VERBS.find((each) => each === text('verb')) ?? 'disarm';
      const { id: _, label: _label, ...point } = key;
      const binding = {
        ...{ ...point, verb, zone_id: text('zone') },
        ...(verb === 'arm' && { mode: 'full' as const }),
        ...(isKeypad && { value: Number(text('slot')) }),
      };
      const perms = { arm: verb === 'arm', disarm: verb === 'disarm', silence: verb === 'silence' };
      const kind = isKeypad ? ('keypad_slot' as const) : ('remote_key' as const);
      await gateway.call('createAlarmCode', { body: { name, kind, perms, enabled: true, binding } });
    }
    announce(say('saved', { name }));
    onSaved();
    onClose();
    return undefined;
  }

  return (
    <Dialog title={say('add')} onClose={onClose}>
      <Form submitLabel={say('save')} onSubmit={save}>
        <Field name="name" label={say('name')}>
          <input maxLength={100} />
        </Field>
        <Field name="kind" label={say('kind')}>
          <select onChange={(event) => setKey(event.currentTarget.value === 'key')}>
            <option value="pin">{say('pin')}</option>
            <option value="key">{say('key')}</option>
          </select>
        </Field>
        {isKey ? (
          <Loaded of={keys} height="6rem" count={1}>
            {(candidates) => <KeyFields candidates={candidates} zones={zones} />}
          </Loaded>
        ) : (
          <PinField />
        )}
      </Form>
    </Dialog>
  );
}

function PinField() {
  const say = useTexts(codeTexts);
  return (
    <Field name="pin" label={say('pin')} hint={say('pinForm')}>
      <input type="password" inputMode="numeric" autocomplete="new-password" maxLength={12} />
    </Field>
  );
}

interface KeyProps extends Pick<CodeProps, 'zones'> {
  readonly candidates: readonly AlarmRemoteKeyCandidate[];
}

function KeyFields({ candidates, zones }: KeyProps) {
  const say = useTexts(codeTexts);
  const keys = keysOf(candidates);
  const [chosen, choose] = useState(keys[0]?.id);
  const press = { PRESS_SHORT: 'pressShort', PRESS_LONG: 'pressLong', CODE_ID: 'entered' } as const;
  const wordOf = ({ parameter }: BoundKey) => press[parameter];
  if (keys.length === 0) return <p class="dim">{say('noKey')}</p>;
  return (
    <>
      <Field name="key" label={say('key')}>
        <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
          {keys.map((key) => (
            <option key={key.id} value={key.id}>
              {key.label} ({say(wordOf(key))})
            </option>
          ))}
        </select>
      </Field>
      {keys.find(({ id }) => id === chosen)?.parameter === 'CODE_ID' && (
        <Field name="slot" label={say('slot')} hint={say('slotForm')}>
          <input type="number" min={0} max={255} />
        </Field>
      )}
      <Field name="verb" label={say('action')}>
        <select>
          {VERBS.map((verb) => (
            <option key={verb} value={verb}>
              {say(verb)}
            </option>
          ))}
        </select>
      </Field>
      <Field name="zone" label={say('zone')}>
        <select>
          <option value="master">{say('all')}</option>
          {zones.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
    </>
  );
}

interface PinProps extends Closing {
  readonly code: AlarmCode;
}

/** Gives a code another PIN, also one whose PIN was lost. */
export function PinDialog({ code, onClose, onSaved }: PinProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(codeTexts);
  async function save(fields: FormData): Promise<FieldErrors | undefined> {
    const pin = String(fields.get('pin') ?? '');
    if (!PIN.test(pin)) return { pin: say('pinForm') };
    const { id, created_ms: _created, updated_ms: _updated, used: _used, unreadable: _lost, ...kept } = code;
    await gateway.call('putAlarmCode', { path: { id }, body: { ...kept, zones: [...kept.zones], pin } });
    announce(say('saved', { name: code.name }));
    onSaved();
    onClose();
    return undefined;
  }
  return (
    <Dialog title={`${say('setPin')}: ${code.name}`} onClose={onClose}>
      <Form submitLabel={say('save')} onSubmit={save}>
        <PinField />
      </Form>
    </Dialog>
  );
}
