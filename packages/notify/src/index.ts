export type { Senders } from './channels/channel.js';
export type { MessageBrokers } from './channels/mqtt.js';
export type { PushSenders } from './channels/push.js';
export type { ChannelSettings } from './channels/settings.js';
export type { ChannelStatus, LostMessage } from './delivery/outbox.js';
export {
  type Notify,
  type NotifyEnvironment,
  type NotifyOptions,
  type NotifyRecords,
  type NotifySettings,
  type NotifyStatus,
  openNotify,
} from './notify.js';
export type { Cause, Names } from './rules/facts.js';
export type { DeviceFirmware } from './rules/firmware.js';
export type { Level, Note } from './texts/note.js';
export { type Example, previewOf, type TestOutcome, testChannel } from './trial.js';
