import type { Behaviour } from '../model/custom.js';
import type { Channel } from '../model/state.js';
import { hmipClimateBehaviour, rfClimateBehaviour, simpleClimateBehaviour } from './climate.js';
import { colorChannelBehaviour, hasColorChannel, universalLight } from './color-light.js';
import { blindBehaviour, canLockLevel, coverBehaviour, garageBehaviour, windowDriveBehaviour } from './cover.js';
import { dualWhiteBehaviour, isDualWhite } from './dual-white.js';
import { dimmerBehaviour, fixedColorBehaviour } from './light.js';
import { buttonLockBehaviour, hasButtonLock, keyMaticBehaviour, targetLockBehaviour } from './lock.js';
import { canWrite } from './read.js';
import { soundPlayerBehaviour } from './sound.js';
import {
  accessPermissionBehaviour,
  permissionStateBehaviour,
  sirenBehaviour,
  smokeSirenBehaviour,
  switchBehaviour,
  switchSirenBehaviour,
  valveBehaviour,
} from './switch.js';
import { textDisplayBehaviour } from './text-display.js';

/** Behaviours of a channel, by its type and capabilities, never by the model: future types are found as well. */
export function behavioursOf(channel: Channel): readonly Behaviour[] {
  if (hasButtonLock(channel)) return [buttonLockBehaviour];
  // Of the receivers of one actor only the first is for people; the others exist for links and programs.
  if (channel.group !== undefined && channel.group.master !== channel.number) return [];
  const found = detect(channel);
  return found === undefined ? [] : [found];
}

function detect(channel: Channel): Behaviour | undefined {
  const type = channel.description.TYPE;
  const writes = (parameter: string): boolean => canWrite(channel, parameter);
  if (writes('LOCK_TARGET_LEVEL')) return targetLockBehaviour;
  if (writes('SET_POINT_TEMPERATURE')) return hmipClimateBehaviour;
  if (writes('SET_TEMPERATURE')) return rfClimateBehaviour;
  if (writes('SETPOINT')) return simpleClimateBehaviour;
  if (writes('DOOR_COMMAND')) return garageBehaviour;
  if (writes('ACOUSTIC_ALARM_SELECTION')) return sirenBehaviour;
  if (writes('SMOKE_DETECTOR_COMMAND')) return smokeSirenBehaviour;
  if (writes('SOUNDFILE')) return soundPlayerBehaviour;
  if (writes('ACCESS_AUTHORIZATION') && channel.points.has('STATE')) return accessPermissionBehaviour;
  if (writes('PERMISSION_STATE')) return permissionStateBehaviour;
  if (writes('DISPLAY_DATA_STRING')) return textDisplayBehaviour;
  if (type === 'KEYMATIC') return keyMaticBehaviour;
  if (writes('LEVEL')) return detectLevel(channel);
  return writes('STATE') ? detectState(type) : undefined;
}

function detectState(type: string): Behaviour | undefined {
  if (/^WATER_SWITCH|VALVE/.test(type)) return valveBehaviour;
  if (/^(SWITCH_(SENSOR|PANIC)|ALARMACTUATOR)$/.test(type)) return switchSirenBehaviour;
  return /SWITCH|^SIGNAL_|^DIGITAL_OUTPUT$/.test(type) ? switchBehaviour : undefined;
}

function detectLevel(channel: Channel): Behaviour | undefined {
  const type = channel.description.TYPE;
  if (canWrite(channel, 'LEVEL_2') || canWrite(channel, 'LEVEL_SLATS')) return blindBehaviour;
  if (canLockLevel(channel)) return windowDriveBehaviour;
  if (/^(BLIND|SHUTTER|WINMATIC|JALOUSIE)/.test(type)) return coverBehaviour;
  if (isDualWhite(channel)) return dualWhiteBehaviour;
  if (canWrite(channel, 'HUE') || canWrite(channel, 'COLOR_TEMPERATURE')) return universalLight(channel);
  if (canWrite(channel, 'COLOR')) return fixedColorBehaviour;
  if (/DIMMER|LIGHT/.test(type)) return hasColorChannel(channel) ? colorChannelBehaviour : dimmerBehaviour;
  return undefined;
}
