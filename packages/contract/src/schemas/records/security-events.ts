import { z } from 'zod';
import { timestamp } from '../common.js';
import { securityClass, securityFault, securityLevel, securityZone } from '../gateway/security.js';

const category = 'security';

/** Events of the overview over dangers and faults. */
export const securityEvents = {
  'security.state_changed': {
    category,
    description: 'The one state over all dangers and faults is another one.',
    topic: 'security.state',
    payload: z.object({ level: securityLevel, old_level: securityLevel, since: timestamp }),
  },
  'security.class_changed': {
    category,
    description: 'A class has another level, or another number of causes.',
    topic: 'security.classes',
    payload: z.object({
      class: securityClass,
      level: securityLevel,
      old_level: securityLevel,
      count: z.int().min(0),
    }),
  },
  'security.fault_changed': {
    category,
    description: 'A cause began or ended, or an operator acknowledged or silenced it.',
    topic: 'security.faults',
    payload: z.object({
      change: z.enum(['raised', 'ended', 'cleared', 'acknowledged', 'silenced', 'unsilenced']),
      fault: securityFault,
    }),
  },
  'security.notification': {
    category,
    description: 'A cause needs an operator: it began, or its silence ended while it lasts.',
    topic: 'security.notifications',
    payload: z.object({
      fault_id: z.string(),
      class: securityClass,
      severity: z.enum(['attention', 'danger']),
      summary: z.string(),
      reason: z.enum(['raised', 'silence_ended']),
    }),
  },
  'security.zone_changed': {
    category,
    description: 'An alarm zone has another level in the overview.',
    topic: 'security.zones',
    payload: securityZone.extend({ old_level: securityLevel }),
  },
} as const;
