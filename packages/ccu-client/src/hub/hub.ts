import type { DeviceTestCalls } from './device-tests.js';
import type { HeatingGroupCalls } from './heating-groups.js';
import type { InboxCalls } from './inbox.js';
import type { MessageCalls } from './messages.js';
import type { NameCalls } from './names.js';
import type { ProgramCalls } from './programs.js';
import type { SystemCalls } from './system-calls.js';
import type { SysvarCalls } from './sysvars.js';

export type { ChangeOptions, Groups, NameCalls } from './names.js';
export type { DeviceTestCalls, InboxCalls, MessageCalls, ProgramCalls, SystemCalls, SysvarCalls };

/**
 * Objects of the CCU's logic layer, beside those of the interface processes. One script at a time per CCU. The CCU does
 * not push changes of programs and variables: they are read on request.
 */
export interface Hub
  extends ProgramCalls,
    SysvarCalls,
    NameCalls,
    MessageCalls,
    InboxCalls,
    DeviceTestCalls,
    SystemCalls,
    HeatingGroupCalls {}
