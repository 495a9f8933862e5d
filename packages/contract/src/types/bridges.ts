import type { z } from 'zod';
import type {
  matterExposure,
  matterExposureUpdate,
  matterFabric,
  matterSetupPayload,
  matterStatus,
  matterWindow,
} from '../schemas/bridges/matter.js';
import type { mqttDevicePreview, mqttOtherLayouts, mqttStatus } from '../schemas/bridges/mqtt.js';
import type { notifyPreview, notifyPreviewRequest, notifyStatus, notifyTest } from '../schemas/bridges/notify.js';
import type { newPushDevice, pushDevice, pushState, pushSubscription } from '../schemas/bridges/push.js';
import type { webhooksStatus, webhookTest } from '../schemas/bridges/webhooks.js';
import type { DeepReadonly } from './deep-readonly.js';

/** State of the Matter bridge. */
export interface MatterStatus extends DeepReadonly<z.output<typeof matterStatus>> {}

/** A home that the Matter bridge belongs to. */
export interface MatterFabric extends DeepReadonly<z.output<typeof matterFabric>> {}

/** The codes to add the Matter bridge with. */
export interface MatterSetupPayload extends DeepReadonly<z.output<typeof matterSetupPayload>> {}

/** An open commissioning window, and the codes to use it. */
export interface MatterWindow extends DeepReadonly<z.output<typeof matterWindow>> {}

/** Something that the Matter bridge could show. */
export interface MatterExposure extends DeepReadonly<z.output<typeof matterExposure>> {}

/** Exposure of one device by the bridge, and its name there. */
export interface MatterExposureUpdate extends DeepReadonly<z.output<typeof matterExposureUpdate>> {}

/** State of the MQTT brokers. */
export interface MqttStatus extends DeepReadonly<z.output<typeof mqttStatus>> {}

/** Key of a layout of topics of another program, in the configuration and in the status of a broker. */
export type MqttOtherLayout = keyof z.output<typeof mqttOtherLayouts>;

/** Messages of one broker about one device. */
export interface MqttDevicePreview extends DeepReadonly<z.output<typeof mqttDevicePreview>> {}

/** State of the messages to people. */
export interface NotifyStatus extends DeepReadonly<z.output<typeof notifyStatus>> {}

/** Result of a requested test message. */
export interface NotifyTest extends DeepReadonly<z.output<typeof notifyTest>> {}

/** A message whose text is wanted. */
export interface NotifyPreviewRequest extends DeepReadonly<z.output<typeof notifyPreviewRequest>> {}

/** Text of a message. */
export interface NotifyPreview extends DeepReadonly<z.output<typeof notifyPreview>> {}

/** A phone or browser that takes push messages. */
export interface PushDevice extends DeepReadonly<z.output<typeof pushDevice>> {}

/** A subscription of a browser. */
export interface NewPushDevice extends DeepReadonly<z.output<typeof newPushDevice>> {}

/** Another subscription of the same browser. */
export interface PushSubscription extends DeepReadonly<z.output<typeof pushSubscription>> {}

/** Push messages of a caller. */
export interface PushState extends DeepReadonly<z.output<typeof pushState>> {}

/** State of the webhooks. */
export interface WebhooksStatus extends DeepReadonly<z.output<typeof webhooksStatus>> {}

/** Result of a requested delivery. */
export interface WebhookTest extends DeepReadonly<z.output<typeof webhookTest>> {}
