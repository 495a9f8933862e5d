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
export type { Cause } from './rules/facts.js';
export type { Level, Note } from './texts/note.js';
export { type Example, previewOf, type TestOutcome, type TrialParts, testChannel } from './trial.js';
