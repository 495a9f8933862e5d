// Made from contract/openapi.json by `pnpm contract`; changes are lost.
import type * as contract from '@ccu-gateway/contract/types';

export interface components {
    schemas: {
        readonly AcceptDeviceRequest: {
            readonly name?: string;
            /**
             * @description Also name the channels, `<name>:<number>`.
             * @default false
             */
            readonly include_channels?: boolean;
            readonly rooms?: readonly string[];
            readonly functions?: readonly string[];
        };
        readonly AckAllResult: {
            readonly acknowledged: number;
        };
        readonly Act: contract.Act;
        readonly ActList: {
            readonly acts: readonly components["schemas"]["Act"][];
        };
        readonly ActiveProfileRequest: {
            readonly profile: string;
        };
        readonly AlarmArmAccepted: contract.AlarmArmAccepted;
        readonly AlarmArmRequest: {
            /** @enum {string} */
            readonly mode: "perimeter" | "full" | "night" | "vacation" | "custom";
            /**
             * @description Bypasses sensors that cannot watch.
             * @default false
             */
            readonly force?: boolean;
            /** @default false */
            readonly skip_delay?: boolean;
            /** @default [] */
            readonly bypass?: readonly string[];
            /** @description PIN. */
            readonly code?: string;
        };
        readonly AlarmCode: contract.AlarmCode;
        readonly AlarmCodeRequest: {
            readonly name: string;
            /** @enum {string} */
            readonly kind: "pin" | "keypad_slot" | "remote_key";
            /** @default false */
            readonly duress?: boolean;
            /** @default false */
            readonly one_time?: boolean;
            readonly perms: {
                readonly arm: boolean;
                readonly disarm: boolean;
                readonly silence: boolean;
            };
            /** @default [] */
            readonly zones?: readonly string[];
            readonly binding?: {
                readonly central: string;
                readonly interface_id: string;
                readonly channel_address: string;
                readonly parameter: string;
                /** @description Value that the point reports for this code, such as the slot of a keypad. */
                readonly value?: boolean | number | string;
                /** @enum {string} */
                readonly verb: "arm" | "disarm" | "silence";
                /** @description A zone, or `master`. */
                readonly zone_id: string;
                /** @enum {string} */
                readonly mode?: "perimeter" | "full" | "night" | "vacation" | "custom";
            };
            /**
             * @description 0: open.
             * @default 0
             */
            readonly valid_from_ms?: number;
            /**
             * @description 0: open.
             * @default 0
             */
            readonly valid_until_ms?: number;
            readonly enabled: boolean;
            /** @description 4 to 12 digits. Empty or left out in a change: the PIN stays. */
            readonly pin?: string;
        };
        readonly AlarmIncident: contract.AlarmIncident;
        readonly AlarmIncidentReport: contract.AlarmIncidentReport;
        readonly AlarmJournalEntry: contract.AlarmJournalEntry;
        readonly AlarmJournalProof: contract.AlarmJournalProof;
        readonly AlarmMessage: contract.AlarmMessage;
        readonly AlarmModeReadiness: contract.AlarmModeReadiness;
        readonly AlarmMotionReset: contract.AlarmMotionReset;
        readonly AlarmOutput: {
            readonly id: string;
            /** @enum {string} */
            readonly class: "acoustic_siren" | "switched_siren" | "smoke_sounder" | "optical_siren" | "alarm_light" | "chirp" | "notification" | "sysvar_mirror";
            readonly central: string;
            /** @description Of a `sysvar_mirror`: the name of the system variable. */
            readonly channel_address: string;
            readonly name?: string;
            /**
             * @default {
             *       "duration_ms": 180000,
             *       "stages": [
             *         "alarm"
             *       ],
             *       "modes": []
             *     }
             */
            readonly config?: {
                /** @default 180000 */
                readonly duration_ms?: number;
                /**
                 * @default [
                 *       "alarm"
                 *     ]
                 */
                readonly stages?: readonly ("exit" | "entry" | "pre_alarm" | "alarm")[];
                /** @default [] */
                readonly modes?: readonly ("perimeter" | "full" | "night" | "vacation" | "custom")[];
                /**
                 * @description Of a `sysvar_mirror` whose variable is true or false; left out: `triggered`.
                 * @enum {string}
                 */
                readonly true_while?: "armed" | "triggered";
            };
        };
        readonly AlarmOutputCandidate: contract.AlarmOutputCandidate;
        readonly AlarmOutputTestRequest: {
            /** @default false */
            readonly optical_only?: boolean;
        };
        readonly AlarmPanelEntity: {
            readonly unique_id: string;
            readonly zone_id: string;
            readonly name: string;
            /** @constant */
            readonly category: "alarm_control_panel";
            readonly state: string;
            readonly supported_modes: readonly string[];
            readonly available: boolean;
            readonly master: boolean;
            readonly code_arm_required: boolean;
            readonly code_disarm_required: boolean;
        };
        readonly AlarmRemoteKeyCandidate: contract.AlarmRemoteKeyCandidate;
        readonly AlarmSensor: {
            readonly id: string;
            readonly central: string;
            readonly interface_id: string;
            readonly channel_address: string;
            readonly parameter: string;
            /** @enum {string} */
            readonly type: "door" | "window" | "motion" | "tamper" | "hazard" | "panic";
            readonly name?: string;
            readonly config: {
                /** @default [] */
                readonly modes?: readonly ("perimeter" | "full" | "night" | "vacation" | "custom")[];
                /**
                 * @default instant
                 * @enum {string}
                 */
                readonly reaction?: "entry" | "follower" | "instant";
                /**
                 * @description The sensor also triggers while the zone is disarmed.
                 * @default false
                 */
                readonly always?: boolean;
                /**
                 * @default allowed
                 * @enum {string}
                 */
                readonly bypass?: "allowed" | "never" | "automatic";
                /** @default false */
                readonly chime?: boolean;
                readonly group?: string;
                /**
                 * @description Empty: `true` and every number above 0.
                 * @default []
                 */
                readonly active_values?: readonly (boolean | number | string)[];
            };
        };
        readonly AlarmSensorCandidate: contract.AlarmSensorCandidate;
        readonly AlarmState: {
            readonly zones: readonly components["schemas"]["AlarmZoneStatus"][];
        };
        readonly AlarmTriggeredMotion: contract.AlarmTriggeredMotion;
        readonly AlarmVerbRequest: {
            /** @description PIN. */
            readonly code?: string;
        };
        readonly AlarmWalkTestStatus: {
            readonly active: boolean;
            /** Format: date-time */
            readonly started_at?: string;
            readonly sensors: readonly {
                readonly id: string;
                readonly name: string;
                readonly tested: boolean;
                /** Format: date-time */
                readonly last_triggered_at?: string;
            }[];
        };
        readonly AlarmZone: {
            readonly id: string;
            readonly name: string;
            /** @default 0 */
            readonly position?: number;
            /**
             * @default {
             *       "modes": {
             *         "full": {
             *           "exit_delay_ms": 60000,
             *           "entry_delay_ms": 30000
             *         }
             *       },
             *       "pre_alarm_ms": 0,
             *       "alarm_ms": 180000,
             *       "cool_down_ms": 60000,
             *       "rearms": true,
             *       "swinger_limit": 3,
             *       "needs_code": {
             *         "arm": false,
             *         "disarm": true
             *       },
             *       "groups": [],
             *       "schedules": []
             *     }
             */
            readonly config?: {
                /**
                 * @default {
                 *       "full": {
                 *         "exit_delay_ms": 60000,
                 *         "entry_delay_ms": 30000
                 *       }
                 *     }
                 */
                readonly modes?: {
                    readonly [key: string]: {
                        /** @default 0 */
                        readonly exit_delay_ms?: number;
                        /** @default 0 */
                        readonly entry_delay_ms?: number;
                    };
                };
                /**
                 * @description Warning time before an alarm, with the outputs of the stage `pre_alarm`.
                 * @default 0
                 */
                readonly pre_alarm_ms?: number;
                /**
                 * @description Time for which an alarm sounds.
                 * @default 180000
                 */
                readonly alarm_ms?: number;
                /**
                 * @description Quiet time afterwards, in which an activation sounds again.
                 * @default 60000
                 */
                readonly cool_down_ms?: number;
                /**
                 * @description The alarm ends by itself after the cool-down. Otherwise a disarm ends it.
                 * @default true
                 */
                readonly rearms?: boolean;
                /**
                 * @description Alarms of one sensor before it is bypassed.
                 * @default 3
                 */
                readonly swinger_limit?: number;
                /** @description Time without a proven connection after which an armed zone triggers. */
                readonly central_lost_ms?: number;
                /**
                 * @description Actions that need a code as soon as a PIN exists that permits them.
                 * @default {
                 *       "arm": false,
                 *       "disarm": true
                 *     }
                 */
                readonly needs_code?: {
                    /** @default false */
                    readonly arm?: boolean;
                    /** @default true */
                    readonly disarm?: boolean;
                };
                /**
                 * @description Sensors of which several must be active within a time.
                 * @default []
                 */
                readonly groups?: readonly {
                    readonly id: string;
                    readonly count: number;
                    readonly within_ms: number;
                }[];
                /**
                 * @description Times at which the zone should be armed.
                 * @default []
                 */
                readonly schedules?: readonly {
                    readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                    /** @description Local time of the gateway. */
                    readonly time: string;
                    /** @enum {string} */
                    readonly mode: "perimeter" | "full" | "night" | "vacation" | "custom";
                    /**
                     * @description Arms the zone, never with force. Otherwise `alarm.reminder` is sent where it is not in the mode.
                     * @default false
                     */
                    readonly auto_arm?: boolean;
                }[];
            };
        };
        readonly AlarmZoneStatus: contract.AlarmZoneStatus;
        readonly ApplySettingsRequest: {
            /** @description Channels of `apply-targets`. */
            readonly targets: readonly string[];
            /** @description Only these; all that can be written where it is left out. */
            readonly parameters?: readonly string[];
            /**
             * @description Only compare.
             * @default false
             */
            readonly dry_run?: boolean;
        };
        readonly ApplySettingsResult: contract.ApplySettingsResult;
        readonly ApplyTarget: contract.ApplyTarget;
        readonly Area: contract.Area;
        readonly AreaRooms: {
            /** @description Replaces the rooms; those of another area leave that one. */
            readonly rooms: readonly string[];
        };
        readonly AreaUpdate: {
            readonly name?: string;
            /** @description Moves the area; a number beyond the last area is the last. */
            readonly position?: number;
        };
        readonly AuditEntry: {
            readonly id?: number;
            /** Format: date-time */
            readonly timestamp: string;
            readonly action: string;
            readonly central?: string;
            /** @description Who did it; `ha-ingress` for callers that came through the supervisor. */
            readonly subject?: string;
            /** @description The same as `subject`. */
            readonly user?: string;
            /** @description How the user was authenticated. */
            readonly scheme?: string;
            readonly outcome?: string;
            /** @description The other end of the connection that the request came over. */
            readonly peer_address?: string;
            /** @description Where the request came from, when a trusted proxy reported another address than its own. */
            readonly client_address?: string;
            /** @description First 12 digits of the fingerprint of the API token that was used. */
            readonly token_fingerprint?: string;
            /** @description Id of the user of Home Assistant, as the supervisor forwards it; `subject` is `ha-ingress` then. */
            readonly via_user?: string;
            /** @description The name of that user at the time of the entry. */
            readonly via_user_name?: string;
            readonly request_id?: string;
            readonly device_address?: string;
            readonly channel_no?: number;
            readonly paramset?: string;
            /** @description The other end of a link. */
            readonly peer?: string;
            readonly parameter?: string;
            readonly note?: string;
            readonly changes?: readonly {
                readonly parameter: string;
                readonly before?: unknown;
                readonly after?: unknown;
            }[];
        };
        readonly BackupEntry: {
            readonly id: string;
            readonly central: string;
            readonly bytes: number;
            /** Format: date-time */
            readonly created_at: string;
            readonly filename?: string;
            readonly firmware_version?: string;
            readonly product?: string;
            readonly sha256?: string;
            /** @description Bytes that came behind the end of the archive, such as the error page of a CCU3; they are not kept. */
            readonly cut_off_bytes?: number;
        };
        readonly BackupStarted: {
            readonly id: string;
            readonly central_name: string;
        };
        readonly BackupStatus: {
            /** @enum {string} */
            readonly state: "idle" | "running" | "done" | "failed";
            readonly id?: string;
            readonly central_name?: string;
            /** Format: date-time */
            readonly started_at?: string;
            /** Format: date-time */
            readonly finished_at?: string;
            readonly bytes?: number;
            readonly error?: string;
        };
        readonly BackupStorage: {
            readonly available: boolean;
            readonly count: number;
            readonly bytes: number;
            readonly dir?: string;
        };
        readonly CalculatedDPSummary: contract.CalculatedDPSummary;
        readonly CcuPosition: {
            /** @description Degrees north. */
            readonly latitude: number;
            /** @description Degrees east. */
            readonly longitude: number;
        };
        readonly CentralLinksChannelStatus: {
            readonly address: string;
            readonly number: number;
            readonly eligible: boolean;
            /** @description Absent where the CCU does not tell. */
            readonly active?: boolean;
        };
        readonly CentralLinksReport: {
            /** @description Channels for which the CCU has taken it. */
            readonly touched: number;
            /** @description Channels without a key, and those that a program of the CCU needs. */
            readonly skipped: number;
            readonly failed: number;
        };
        readonly CentralLinksStatus: {
            readonly supported: boolean;
            /**
             * @description Why the device has no such links.
             * @enum {string}
             */
            readonly reason?: "interface_unsupported" | "virtual_remote" | "no_keys";
            readonly eligible_channels?: number;
            readonly channels?: readonly components["schemas"]["CentralLinksChannelStatus"][];
            /** @description Whether the CCU lists its links. */
            readonly active_state_known?: boolean;
            readonly active_channels?: number;
        };
        readonly CentralProbe: {
            readonly reachable: boolean;
            /** @description The fault and the remedy. */
            readonly note?: string;
            readonly serial?: string;
            readonly model?: string;
            readonly version?: string;
            /**
             * @description Outcome of the login, which is ended at once; absent where no user name was given.
             * @enum {string}
             */
            readonly login?: "accepted" | "refused" | "too_many_sessions" | "starting" | "unreachable" | "not_needed";
            /** @description Those that the CCU lists as running. */
            readonly interfaces?: readonly string[];
        };
        readonly CentralRow: {
            readonly name: string;
            readonly host: string;
            readonly enabled: boolean;
            readonly interfaces: readonly {
                /** @description HmIP-RF, BidCos-RF, BidCos-Wired, VirtualDevices, CUxD, CCU-Jack, Homegear, or a name of your own for another XML-RPC server. */
                readonly name: string;
                /** @description 0 or absent: the usual port of the interface; another XML-RPC server has none. */
                readonly port?: number;
                readonly remote_path?: string | "";
                /**
                 * @description Follows from the interface; a value that disagrees is refused.
                 * @enum {string}
                 */
                readonly rpc_type?: "" | "xmlrpc" | "binrpc" | "jsonrpc";
                /** @description Where another XML-RPC server runs, when not on the CCU. */
                readonly host?: string;
                /** @description Whether another XML-RPC server speaks TLS; absent: as the CCU. */
                readonly tls?: boolean;
                /**
                 * @description Of calls to another XML-RPC server; absent: UTF-8.
                 * @enum {string}
                 */
                readonly encoding?: "utf-8" | "iso-8859-1";
            }[];
            /** @description One of `interfaces`, which counts as much for the health of the CCU as all others together; absent or empty: HmIP-RF. */
            readonly primary_interface?: string | "";
            readonly serial?: string;
            readonly port?: number;
            readonly json_rpc_port?: number;
            /** @description Port of the script server, used when JSON-RPC refuses scripts and the same CCU proves to be there; 0: never. */
            readonly rega_port?: number;
            /** @description Time zone of the CCU by its IANA name; absent: the one of the gateway. */
            readonly timezone?: string;
            readonly username?: string;
            /** @description Environment variable that holds the password. */
            readonly password_env?: string | "";
            /** @description Stored sealed and shown as `***`; `***` or absence keeps it, an empty text clears it. */
            readonly password_plain?: string;
            readonly tls?: boolean;
            readonly tls_insecure_skip_verify?: boolean;
            readonly tls_fingerprint?: string | "";
            readonly ports?: {
                readonly [key: string]: number;
            };
            readonly visibility?: {
                readonly un_ignore?: readonly string[];
            };
            readonly behavior?: {
                readonly enable_sysvar_scan?: boolean;
                readonly enable_program_scan?: boolean;
                readonly include_internal_sysvars?: boolean;
                /** @description Lists of programs have those that the CCU made for itself, too; default false. */
                readonly include_internal_programs?: boolean;
                /** @description Take the position of covers from the channel of their group (default); false: from their own channel. */
                readonly use_group_channel_for_cover_state?: boolean;
                readonly sysvar_markers?: readonly ("HAHM" | "HX" | "INTERNAL" | "MQTT")[];
                readonly program_markers?: readonly ("HAHM" | "HX" | "INTERNAL" | "MQTT")[];
                /** @description Lights switched on without a brightness come back as they were (default); false: fully on. */
                readonly light_last_brightness?: boolean;
                /** @description Keys of HmIP remotes and push-buttons are linked with the CCU when it is connected and when they are paired, so that they report presses; default false. Links that are there stay when it is switched off. */
                readonly create_central_links?: boolean;
                /** @description New devices are in the inbox alone until they are accepted or released; default false. */
                readonly delay_new_device_creation?: boolean;
                /** @description Updates of the firmware of devices are offered; default true. */
                readonly enable_device_firmware_check?: boolean;
                /** @description Nanoseconds. */
                readonly sysvar_scan_interval?: number;
            };
            /** Format: date-time */
            readonly created_at?: string;
            /** Format: date-time */
            readonly updated_at?: string;
        };
        readonly CentralsFile: {
            /** @description The configuration file; null where there is none. */
            readonly file: string | null;
            /** @description Whether its CCUs do not count, because CCUs were changed at run time, and differ from those that do. */
            readonly ignored: boolean;
            readonly only_in_file: readonly string[];
            /** @description Names of CCUs that count and are not in the file. */
            readonly only_here: readonly string[];
            /** @description Names of CCUs that are in both, with other settings. */
            readonly changed: readonly string[];
        };
        readonly ChangeSysvarRequest: {
            readonly name?: string;
            readonly description?: string;
            readonly unit?: string;
            readonly min?: number | string;
            readonly max?: number | string;
            readonly value_list?: readonly (string & (unknown & unknown))[];
            readonly value_name_0?: string;
            readonly value_name_1?: string;
            readonly is_visible?: boolean;
            readonly is_logged?: boolean;
            /** @description Empty to end the assignment. */
            readonly channel_address?: string;
        };
        readonly ChannelFlags: contract.ChannelFlags;
        readonly ChannelFlagsUpdate: {
            readonly hidden?: boolean;
            readonly locked?: boolean;
        };
        readonly ChannelLockRequest: {
            readonly enabled: boolean;
        };
        readonly ChannelSummary: contract.ChannelSummary;
        readonly ChannelUpdate: {
            readonly name?: string;
            /** @description Replaces the rooms. */
            readonly rooms?: readonly string[];
            /** @description Replaces the functions. */
            readonly functions?: readonly string[];
        };
        readonly CommunicationTestResult: {
            /** @description Whether the device answered in time. */
            readonly passed: boolean;
            /** Format: date-time */
            readonly started_at: string;
            /**
             * Format: date-time
             * @description The answer.
             */
            readonly completed_at?: string;
            readonly duration_ms: number;
            readonly timed_out: boolean;
            /** @description Values that arrived from the device meanwhile, 20 at most. */
            readonly received: readonly {
                readonly channel: number;
                readonly parameter: string;
                readonly value?: unknown;
                /** Format: date-time */
                readonly received_at: string;
            }[];
        };
        readonly ConfigChanges: {
            /** @description Dotted paths of the fields. */
            readonly fields: readonly string[];
        };
        readonly ConfigSchema: {
            readonly sections: readonly string[];
            readonly fields: readonly {
                readonly path: string;
                /** @enum {string} */
                readonly class: "basic" | "expert" | "secret";
                readonly type: string;
                readonly restart_required: boolean;
                readonly default?: unknown;
                /** @description Allowed values, in words. */
                readonly allowed?: string;
                /** @description The values there are, where they are few. */
                readonly values?: readonly string[];
                readonly minimum?: number;
                readonly maximum?: number;
                /** @description Environment variable that pins this setting where it is set. */
                readonly variable?: string;
                /** @description Section it is changed with; absent: only in the file. */
                readonly section?: string;
            }[];
        };
        readonly ConfigSnapshot: {
            readonly locale?: string;
            readonly centrals?: readonly {
                readonly name: string;
                /** @description Empty for all but admins. */
                readonly host: string;
                readonly interfaces: readonly string[];
            }[];
            readonly callback_ports?: {
                readonly xmlrpc?: number;
                readonly binrpc?: number;
            };
            readonly features?: {
                readonly [key: string]: boolean;
            };
            readonly policies?: {
                readonly [key: string]: boolean;
            };
        };
        readonly ConfigTest: contract.ConfigTest;
        /** @description Interfaces that people touch ask before they write any other value. A program confirms by calling. Absent where nothing is asked. */
        readonly Confirmation: contract.Confirmation;
        readonly CopyProfileRequest: {
            readonly source_profile: number;
            readonly target_channel_address: string;
            readonly target_profile: number;
        };
        readonly CopyScheduleRequest: {
            readonly target_device_address: string;
        };
        readonly CreateGroupRequest: {
            readonly type_id: string;
            readonly name: string;
            /** @default false */
            readonly forbid_single_operation?: boolean;
            /** @default [] */
            readonly members?: readonly string[];
        };
        readonly CreateSysvarRequest: {
            readonly name: string;
            /** @enum {string} */
            readonly value_type: "BOOL" | "INTEGER" | "FLOAT" | "STRING" | "ENUM" | "ALARM";
            readonly description?: string;
            readonly unit?: string;
            readonly min?: number | string;
            readonly max?: number | string;
            readonly value_list?: readonly (string & (unknown & unknown))[];
            readonly value_name_0?: string;
            readonly value_name_1?: string;
            /** @description Channel the variable belongs to. */
            readonly channel_address?: string;
        };
        readonly CreateTokenRequest: {
            readonly subject: string;
            /** @enum {string} */
            readonly role: "viewer" | "operator" | "admin";
        };
        readonly CreateTokenResponse: {
            readonly id: string;
            readonly fingerprint: string;
            readonly subject: string;
            /** @enum {string} */
            readonly role: "viewer" | "operator" | "admin";
            readonly token: string;
        };
        readonly Credentials: {
            readonly username: string;
            readonly password: string;
        };
        readonly CustomDPInvokeRequest: {
            /** @description Parameters of the operation by name. */
            readonly params?: {
                readonly [key: string]: unknown;
            };
            /** @enum {string} */
            readonly priority?: "critical" | "high" | "default" | "low";
        };
        readonly CustomDPSummary: contract.CustomDPSummary;
        readonly DataPointDescription: contract.DataPointDescription;
        readonly DataPointSummary: contract.DataPointSummary;
        readonly DataPointValue: contract.DataPointValue;
        readonly DetermineRequest: {
            readonly parameter: string;
        };
        readonly DeviceDetail: contract.DeviceDetail;
        readonly DeviceFormSchema: {
            readonly central: string;
            readonly interface_id: string;
            readonly device_address: string;
            readonly model: string;
            /** @constant */
            readonly paramset: "MASTER";
            /** @description In the order in which a form shows them. */
            readonly parameters: readonly {
                readonly parameter: string;
                readonly label: string;
                readonly type: string;
                readonly operations: {
                    readonly read: boolean;
                    readonly write: boolean;
                    readonly event: boolean;
                };
                /** @description Meant for the device itself; shown to experts only. */
                readonly internal: boolean;
                readonly unit?: string;
                /** @description Factor of a value before people see it. */
                readonly multiplier?: number;
                readonly min?: number;
                readonly max?: number;
                readonly default?: unknown;
                readonly value_list?: readonly string[];
                readonly value_translations?: {
                    readonly [key: string]: string;
                };
                /** @description Values outside the bounds that have a meaning of their own. */
                readonly specials?: readonly {
                    readonly id: string;
                    readonly value: number;
                }[];
                readonly control?: string;
                /** @description Left out while it is not known. */
                readonly value?: unknown;
            }[];
        };
        readonly DeviceList: {
            readonly items: readonly components["schemas"]["DeviceSummary"][];
            readonly page: number;
            readonly per_page: number;
            readonly total: number;
        };
        readonly DeviceReplacement: contract.DeviceReplacement;
        readonly DeviceSearchResult: {
            readonly central?: string;
            readonly interface: string;
            readonly found: number;
        };
        readonly DeviceSummary: contract.DeviceSummary;
        readonly DeviceUpdate: {
            readonly name?: string;
            /** @description Replaces the rooms. */
            readonly rooms?: readonly string[];
            /** @description Replaces the functions. */
            readonly functions?: readonly string[];
            /**
             * @description Also names the channels.
             * @default false
             */
            readonly include_channels?: boolean;
        };
        readonly DiagnosticsDump: {
            /** @constant */
            readonly schema_version: "1";
            /** Format: date-time */
            readonly generated_at: string;
            readonly anonymized: boolean;
            readonly build: {
                readonly [key: string]: unknown;
            };
            readonly health: {
                readonly [key: string]: unknown;
            };
            readonly interfaces: readonly unknown[];
            readonly incidents: readonly components["schemas"]["Incident"][];
            readonly system_status: readonly unknown[];
            readonly reliability: readonly components["schemas"]["ReliabilityEntry"][];
            readonly streams: readonly unknown[];
            readonly log_levels: components["schemas"]["LogLevels"];
            /** @description By CCU. */
            readonly metrics?: {
                readonly [key: string]: unknown;
            };
        };
        readonly DiagramConfig: contract.DiagramConfig;
        readonly DiagramList: {
            /** @description Own ones and shared ones of others, by name. */
            readonly diagrams: readonly components["schemas"]["DiagramConfig"][];
        };
        readonly DiagramWriteRequest: {
            readonly name: string;
            /**
             * @description `shared`: all users see it.
             * @default private
             * @enum {string}
             */
            readonly visibility?: "private" | "shared";
            /**
             * @description Series and settings; the gateway keeps members that it does not know. At most 8 KiB as JSON.
             * @default {}
             */
            readonly config?: {
                readonly series?: readonly ({
                    /** @description CCU of the series. */
                    readonly central: string;
                } & {
                    readonly [key: string]: unknown;
                })[];
            } & {
                readonly [key: string]: unknown;
            };
        };
        readonly DiscoveredCcu: {
            readonly serial: string;
            readonly name: string;
            readonly host: string;
            /** @description Value to configure as host. */
            readonly suggested_host: string;
            readonly manufacturer?: string;
            readonly model?: string;
            /** Format: date-time */
            readonly last_seen: string;
            readonly already_configured: boolean;
        };
        readonly DoctorFinding: contract.DoctorFinding;
        readonly DoctorReport: contract.DoctorReport;
        readonly EditSession: {
            readonly token: string;
            readonly key: string;
            readonly subject?: string;
            /**
             * Format: date-time
             * @description When the lock was taken; renewing does not change it.
             */
            readonly since: string;
            /** Format: date-time */
            readonly expires: string;
            /** @description The caller held it already, perhaps in another window. Only in the answer to taking it. */
            readonly held_before?: boolean;
        };
        readonly EditState: {
            readonly key: string;
            /** @description Whether the caller of this request holds the lock. */
            readonly own: boolean;
            /** @description Left out while the lock is free. */
            readonly holder?: {
                readonly subject?: string;
                /**
                 * Format: date-time
                 * @description When the lock was taken; renewing does not change it.
                 */
                readonly since: string;
                /** Format: date-time */
                readonly expires: string;
            };
        };
        readonly EffectiveConfig: {
            /** @description Secrets show as `***`. */
            readonly config: {
                readonly [key: string]: unknown;
            };
            /** @description Where each value came from. Those from `env` cannot be changed here. */
            readonly sources: {
                readonly [key: string]: "bootstrap" | "db" | "env" | "default";
            };
        };
        readonly EnergyBucket: {
            /**
             * Format: date-time
             * @description Begin of the hour, day, month or year.
             */
            readonly ts: string;
            /** @description Rise of the counters, over resets and wraps. Of gas, by the calorific value of its tariff. */
            readonly consumed_wh: number;
            /** @description Rise of the counters of feed-in. */
            readonly feed_in_wh: number;
            /** @description Of gas and water. */
            readonly volume_m3: number;
            /** @description Mean of POWER by time. 0 without a value. */
            readonly avg_power_w: number;
            /** @description Highest POWER. */
            readonly peak_power_w: number;
            /** @description A counter began anew, or jumped. */
            readonly reset: boolean;
            /** @description The counter was not known all the time; its rise meanwhile counts where it was known again. */
            readonly gap: boolean;
            /** @description Cost of the consumption that has a price: of euros, in thousandths of a cent. */
            readonly cost_mct: number;
            /** @description Pay for the feed-in that has a price. */
            readonly feed_in_mct: number;
            /** @description Part of the consumption of electricity that has no price. */
            readonly unpriced_wh: number;
            /** @description Part of the feed-in that has no price. */
            readonly unpriced_feed_in_wh: number;
            /** @description Part of the volume of gas or water that has no price. */
            readonly unpriced_m3: number;
        };
        readonly EnergyDevice: {
            readonly address: string;
            readonly name: string;
            readonly rooms: readonly string[];
            /** @description Its meter counts the whole house. */
            readonly is_main: boolean;
            /** @description Those with a value. */
            readonly buckets: readonly components["schemas"]["EnergyBucket"][];
            /** @description Rise of the counters that the CCU keeps for it, where they were known all the time. */
            readonly ccu_consumed_wh?: number;
            readonly total_consumed_wh: number;
            readonly total_feed_in_wh: number;
            readonly total_volume_m3: number;
            readonly total_cost_mct: number;
            readonly total_feed_in_mct: number;
            readonly total_unpriced_wh: number;
            readonly total_unpriced_feed_in_wh: number;
            readonly total_unpriced_m3: number;
        };
        readonly EnergyMeterRole: {
            /** @description The channel as `ADDRESS:CHANNEL`. */
            readonly meter: string;
            /**
             * @description Left out: consumption, and feed-in where the parameter is named so.
             * @enum {string}
             */
            readonly counts?: "consumption" | "feed_in" | "nothing";
            /**
             * @description It counts the whole house: sums are those of the main meters, and of no others.
             * @default false
             */
            readonly is_main?: boolean;
        };
        readonly EnergyPriceTime: {
            /** @description Days of the week, 1 is Monday. */
            readonly days: readonly number[];
            /** @description Full hour of the local time. */
            readonly from_hour: number;
            /** @description Full hour, exclusive, after `from_hour`. */
            readonly to_hour: number;
            /** @description Thousandths of a hundredth of the currency: of euros, thousandths of a cent. Negative where energy is paid for. */
            readonly price_mct: number;
        };
        readonly EnergyResponse: {
            /** @enum {string} */
            readonly group: "hour" | "day" | "month" | "year";
            /** @enum {string} */
            readonly kind: "electricity" | "gas" | "water";
            /** @description Those that have a meter. */
            readonly kinds: readonly ("electricity" | "gas" | "water")[];
            /** Format: date-time */
            readonly from: string;
            /** Format: date-time */
            readonly to: string;
            readonly currency: string;
            /** @description Of the tariffs of the costs. Absent where they could not be read: there are no costs then. */
            readonly tariff_revision?: number;
            readonly devices: readonly components["schemas"]["EnergyDevice"][];
            /** @description A device in several rooms counts in each, and a main meter in none. */
            readonly rooms: readonly {
                readonly name: string;
                readonly total_consumed_wh: number;
                readonly total_feed_in_wh: number;
                readonly total_volume_m3: number;
                readonly total_cost_mct: number;
                readonly total_feed_in_mct: number;
                readonly total_unpriced_wh: number;
                readonly total_unpriced_feed_in_wh: number;
                readonly total_unpriced_m3: number;
            }[];
            /** @description Base fees of the past part of the range. Empty for one device. */
            readonly base_fees: readonly {
                /** Format: date-time */
                readonly ts: string;
                readonly base_fee_mct: number;
            }[];
            readonly total_base_fee_mct: number;
            readonly total_consumed_wh: number;
            readonly total_feed_in_wh: number;
            readonly total_volume_m3: number;
            readonly total_cost_mct: number;
            readonly total_feed_in_mct: number;
            readonly total_unpriced_wh: number;
            readonly total_unpriced_feed_in_wh: number;
            readonly total_unpriced_m3: number;
        };
        readonly EnergyStandby: {
            /** Format: date-time */
            readonly from: string;
            /** Format: date-time */
            readonly to: string;
            readonly currency: string;
            /** @description The highest first. */
            readonly devices: readonly components["schemas"]["EnergyStandbyDevice"][];
        };
        readonly EnergyStandbyDevice: {
            readonly address: string;
            readonly name: string;
            readonly rooms: readonly string[];
            /** @description Absent where less than seven nights are known. */
            readonly standby_w?: number;
            /** @description Nights that are known. */
            readonly nights: number;
            /**
             * @description `power`: the lowest hour of a night. `counter`: its mean.
             * @enum {string}
             */
            readonly source: "power" | "counter";
            readonly year_wh?: number;
            /** @description At the mean price of the last 28 days. Absent without a price. */
            readonly year_mct?: number;
        };
        readonly EnergyTariff: {
            /** @enum {string} */
            readonly kind: "electricity" | "feed_in" | "gas" | "water";
            /** @default  */
            readonly name?: string;
            /**
             * Format: date
             * @description First local day. It is valid until the next one of its kind begins.
             */
            readonly valid_from: string;
            /** @description Of one kWh, or of one cubic metre of water. */
            readonly price: {
                /** @constant */
                readonly type: "fixed";
                /** @description Thousandths of a hundredth of the currency: of euros, thousandths of a cent. Negative where energy is paid for. */
                readonly price_mct: number;
            } | {
                /** @constant */
                readonly type: "times";
                /** @description At all other times. */
                readonly price_mct: number;
                readonly times: readonly components["schemas"]["EnergyPriceTime"][];
            } | {
                /** @constant */
                readonly type: "variable";
                readonly central: string;
                /** @description Name of the system variable. */
                readonly sysvar: string;
                /** @description By this the value of the system variable is multiplied: 100000 where it is in euros per kWh. */
                readonly factor_mct: number;
                /**
                 * @description Added to each price, for fees and taxes.
                 * @default 0
                 */
                readonly add_mct?: number;
            };
            /** @description Of the whole house, for each local day or month. */
            readonly base_fee?: {
                /** @description Thousandths of a hundredth of the currency: of euros, thousandths of a cent. Negative where energy is paid for. */
                readonly amount_mct: number;
                /** @enum {string} */
                readonly per: "day" | "month";
            };
            /** @description Needed for gas, and refused for the others. */
            readonly gas?: {
                /** @description Calorific value of one cubic metre, from the bill. */
                readonly calorific_kwh_m3: number;
                /** @description Conversion to the standard state, from the bill. */
                readonly state_number: number;
            };
        };
        readonly EnergyTariffPreview: {
            readonly currency: string;
            /**
             * Format: date-time
             * @description First moment whose costs change. Absent where none of the past do.
             */
            readonly from?: string;
            /** Format: date-time */
            readonly to: string;
            readonly months: readonly {
                /** @enum {string} */
                readonly kind: "electricity" | "gas" | "water";
                /**
                 * Format: date-time
                 * @description Begin of the month. The first one may begin within it.
                 */
                readonly ts: string;
                readonly before: {
                    /** @description Cost of the consumption that has a price. */
                    readonly cost_mct: number;
                    /** @description Pay for the feed-in. */
                    readonly feed_in_mct: number;
                    readonly base_fee_mct: number;
                };
                readonly after: {
                    /** @description Cost of the consumption that has a price. */
                    readonly cost_mct: number;
                    /** @description Pay for the feed-in. */
                    readonly feed_in_mct: number;
                    readonly base_fee_mct: number;
                };
            }[];
        };
        readonly EnergyTariffs: contract.EnergyTariffs;
        readonly EnergyTariffsWriteRequest: {
            /** @description As it was read. The change is refused where it is another one by now. */
            readonly revision: number;
            /** @default EUR */
            readonly currency?: string;
            readonly tariffs: readonly components["schemas"]["EnergyTariff"][];
            /** @default [] */
            readonly meters?: readonly components["schemas"]["EnergyMeterRole"][];
        };
        readonly EntityLabels: {
            readonly locale: string;
            readonly entries: {
                readonly [key: string]: string;
            };
        };
        readonly EventGroupSummary: contract.EventGroupSummary;
        readonly EventLogPage: {
            readonly events: readonly components["schemas"]["StreamEvent"][];
            /** @description Where the log is known to miss events. */
            readonly gaps: readonly unknown[];
            readonly oldest_seq: number;
            /** @description Newest event there is. */
            readonly seq: number;
            readonly epoch: string;
            /** @description Pass it as `since` to get the next page. */
            readonly next_since: number;
            readonly more: boolean;
        };
        readonly ExportedConfiguration: {
            /** @constant */
            readonly version: "1.0";
            /** Format: date-time */
            readonly exported_at: string;
            readonly central_name?: string;
            readonly device_address: string;
            readonly model: string;
            readonly channel_address: string;
            readonly channel_type: string;
            /** @enum {string} */
            readonly paramset_key: "VALUES" | "MASTER";
            readonly values: {
                readonly [key: string]: unknown;
            };
        };
        readonly ExposedValues: {
            /** @description As `ADDRESS:CHANNEL:PARAMETER`. */
            readonly points: readonly string[];
        };
        readonly ExposedWriteRequest: {
            readonly central: string;
            readonly interface_id: string;
            /** @description `ADDRESS:CHANNEL`. */
            readonly channel: string;
            readonly parameter: string;
            readonly expose: boolean;
        };
        readonly FirmwarePlanBody: contract.FirmwarePlanBody;
        readonly FirmwarePlanChange: {
            /** @description When updates begin. */
            readonly when?: string;
            /** @description Minutes after midnight, local time of the gateway. */
            readonly night_from?: number;
            /** @description Minutes after midnight, local time of the gateway. */
            readonly night_to?: number;
            /** @description Percent of the duty cycle from which on no update begins; 30 at first. */
            readonly max_duty_cycle?: number;
            readonly paused?: boolean;
            /** @description Ids of active updates; they come first, in this order. */
            readonly order?: readonly string[];
        };
        readonly FleetReport: contract.FleetReport;
        readonly FleetStatus: contract.FleetStatus;
        readonly Floorplan: contract.Floorplan;
        readonly FloorplanUpdate: {
            readonly name: string;
            /** @description Id of its area; it may be deleted meanwhile. */
            readonly area?: string;
            /** @description Each device once; a device may be gone meanwhile. */
            readonly places: readonly {
                readonly central: string;
                readonly device_address: string;
                /** @description Share of the width, from the left. */
                readonly x: number;
                /** @description Share of the height, from the top. */
                readonly y: number;
            }[];
            /** @description Rises with each change. */
            readonly revision: number;
        };
        readonly FormSchema: contract.FormSchema;
        readonly FunctionEntry: {
            readonly name: string;
            /** @description As the CCU shows it, where it came with the text. */
            readonly translated_name?: string;
            readonly device_count: number;
        };
        readonly GroupCentralEntry: {
            readonly central: string;
            readonly groups: readonly components["schemas"]["GroupEntry"][];
        };
        readonly GroupEntry: {
            readonly id: number;
            readonly name: string;
            readonly group_device_name?: string;
            /** @description Address of the virtual device that stands for the group. */
            readonly device_address: string;
            /** @description True when its members are operated through the group only. */
            readonly forbid_single_operation: boolean;
            readonly type_id: string;
            readonly type_label?: string;
            readonly members: readonly components["schemas"]["GroupMemberEntry"][];
        };
        readonly GroupMemberEntry: {
            /** @description Of a device, or of one of its channels. */
            readonly address: string;
            readonly type_id?: string;
            readonly device_name?: string;
            readonly device_model?: string;
            readonly channel_name?: string;
            readonly rooms?: readonly string[];
            /** @description Absent where the gateway does not know the device. */
            readonly available?: boolean;
        };
        readonly GroupTypeEntry: {
            readonly id: string;
            readonly label_key?: string;
        };
        readonly Health: {
            /** @enum {string} */
            readonly status: "healthy" | "degraded" | "unhealthy" | "unknown";
            readonly components: readonly {
                readonly name: string;
                /** @enum {string} */
                readonly status: "healthy" | "degraded" | "unhealthy" | "unknown";
                /** Format: date-time */
                readonly recorded_at: string;
                readonly note?: string;
                /** @description The stable word for the fault, such as `login_refused` or `too_many_sessions`; the note is for people. */
                readonly reason?: string;
            }[];
        };
        readonly HistoryImport: {
            /**
             * @description `checked`: the file was read and nothing stored; `interrupted`: the gateway stopped meanwhile.
             * @enum {string}
             */
            readonly state: "checked" | "receiving" | "storing" | "done" | "cancelled" | "failed" | "interrupted";
            /** Format: date-time */
            readonly started_at: string;
            /**
             * Format: date-time
             * @description Absent while it runs.
             */
            readonly ended_at?: string;
            /**
             * @description Absent while no line was read.
             * @enum {string}
             */
            readonly format?: "historian" | "json" | "influx" | "csv";
            /** @description Size of the file, as far as it was read. */
            readonly bytes: number;
            readonly lines: number;
            /** @description Values of data points that exist here. */
            readonly values: number;
            /** @description Data points of the file. */
            readonly series_count: number;
            /** @description At most 200 data points of the file, those that are left out first. */
            readonly series: readonly {
                /** @description As the file names it. */
                readonly point: string;
                readonly values: number;
                /** Format: date-time */
                readonly from: string;
                /** Format: date-time */
                readonly to: string;
                /** @description Why its values are left out. Absent where they are not. */
                readonly unknown?: string;
            }[];
            /** @description Lines that could not be read. */
            readonly refused: number;
            /** @description The first 50 of them. */
            readonly refusals: readonly {
                readonly line: number;
                readonly reason: string;
            }[];
            readonly stored: {
                /** @description Hours made of values from before the first own value. */
                readonly hours: number;
                readonly values: number;
                /** @description Hours and values for which something was stored already. */
                readonly known: number;
                /** @description Values from before the time for which hours are kept. */
                readonly too_old: number;
            };
            /** @description Of storing. */
            readonly percent?: number;
            /** @description Why it failed. */
            readonly error?: string;
        };
        readonly HistorySeries: {
            readonly central?: string;
            readonly device_address?: string;
            readonly channel?: number;
            /** @description Of a radio module, instead of an address. */
            readonly interface_id?: string;
            /** @description Of a radio module `duty_cycle` or `carrier_sense`. */
            readonly parameter: string;
            readonly type?: string;
            readonly unit?: string;
            /** @description As of the data point: people read the value times this. */
            readonly multiplier?: number;
            /** @description Whether values are recorded at the moment; there may be older ones. */
            readonly recorded: boolean;
            /** @description Why there is nothing to show, such as a device that does not exist. */
            readonly error?: string;
            /** @description 0: every recorded value is here. Otherwise each point stands for the values of so many milliseconds. */
            readonly resolution_ms: number;
            /** @description The value that stood at the beginning of the range, as far as it is known. */
            readonly before?: {
                /** @description Milliseconds since the Unix epoch. */
                readonly at: number;
                readonly value: number;
            };
            /** @description When each point was recorded, the oldest first; milliseconds since the Unix epoch. */
            readonly at: readonly number[];
            /** @description As the CCU reports them, at the times of `at`; booleans are 0 and 1, an ENUM is its ordinal. */
            readonly values: readonly number[];
            /** @description The lowest value of each point. Absent where that is one value. */
            readonly min?: readonly number[];
            /** @description The highest value of each point. */
            readonly max?: readonly number[];
            /** @description The mean by time of each point. Absent where a point is not made of whole hours or days. */
            readonly mean?: readonly number[];
            /** @description When the CCU did not know the value: no value stands in these times. Absent where there is none. */
            readonly unknown?: readonly {
                /** Format: date-time */
                readonly from: string;
                /** Format: date-time */
                readonly to: string;
            }[];
        };
        readonly HubDataPoints: contract.HubDataPoints;
        readonly HubMetricsEntry: contract.HubMetricsEntry;
        readonly Identity: {
            readonly subject: string;
            /** @enum {string} */
            readonly role: "viewer" | "operator" | "admin";
            /** @enum {string} */
            readonly scheme?: "basic" | "bearer" | "session" | "oidc" | "ccu" | "ingress";
            /** @description When the credential ends by itself; null for never. */
            readonly expires_at?: string | null;
        };
        readonly IgnoredCcu: {
            readonly serial: string;
            readonly name?: string;
            readonly host?: string;
            /** Format: date-time */
            readonly ignored_at: string;
            readonly ignored_by?: string;
        };
        readonly InboxDevice: contract.InboxDevice;
        readonly Incident: {
            readonly id: string;
            /** Format: date-time */
            readonly when: string;
            /** @description A CCU, or `<central>/<interface>`. */
            readonly component: string;
            readonly severity: string;
            readonly summary: string;
            readonly detail?: string;
            /** @description Its statement about the connection to an interface. Absent where it is about something else. */
            readonly kind?: string;
            /** @description Stable word for the summary. Absent where there is none. */
            readonly code?: string;
            /** @description Values inserted into the summary, such as `name`. */
            readonly facts?: {
                readonly [key: string]: string;
            };
        };
        readonly Info: {
            readonly version: string;
            readonly commit: string;
            readonly build_date: string;
            readonly addon_build: boolean;
            /** @description For people, such as `3h12m5s`. */
            readonly uptime: string;
            /** Format: date-time */
            readonly started_at: string;
            /** @description Where people find the web UI; empty when no public URL is configured. */
            readonly config_ui_url: string;
            readonly api_version: string;
            /** @description `sha256:` over the two published contract files. */
            readonly schema_digest: string;
            /** @description Configured parts of this gateway. Ignore entries you do not know. */
            readonly capabilities: readonly string[];
            /** @description Certificate of the HTTPS of the gateway itself; absent where it speaks plain HTTP. */
            readonly certificate?: {
                /** @description SHA-256 of the certificate, lower-case hex. */
                readonly fingerprint: string;
                readonly self_signed: boolean;
                /** Format: date-time */
                readonly expires_at: string;
            };
        };
        readonly InstallModeInterfaceEntry: contract.InstallModeInterfaceEntry;
        readonly InstallModeInterfaceRequest: {
            /** @description Such as `HmIP-RF`, or `<central>-<interface>`. */
            readonly interface: string;
            readonly active: boolean;
            /** @description How long, 60 when absent. */
            readonly seconds?: number;
            readonly central?: string;
            /** @description Pair only this device (BidCos-RF). */
            readonly device_address?: string;
            /** @description Pair only this device (HmIP-RF), together with `key`. */
            readonly sgtin?: string;
            /** @description The key printed on the device. It is never logged. */
            readonly key?: string;
        };
        readonly InstallationProblem: contract.InstallationProblem;
        readonly InterfaceState: contract.InterfaceState;
        readonly Link: contract.Link;
        readonly LinkProfile: contract.LinkProfile;
        readonly LinkProfileApplied: contract.LinkProfileApplied;
        readonly LinkProfilePreview: contract.LinkProfilePreview;
        readonly LinkProfileRequest: {
            readonly sender_address: string;
            readonly receiver_address: string;
            readonly profile_id: number;
            /** @description Settings left out have their defaults. */
            readonly settings?: {
                readonly [key: string]: number;
            };
            /**
             * @description Needed for profiles with a reason to confirm.
             * @default false
             */
            readonly confirm?: boolean;
        };
        readonly LinkProfiles: contract.LinkProfiles;
        readonly LinkRequest: {
            readonly sender_address: string;
            readonly receiver_address: string;
            readonly name?: string;
            readonly description?: string;
        };
        readonly LinkSetting: {
            readonly id: string;
            readonly label: string;
            readonly unit?: string;
            readonly min: number;
            readonly max: number;
            readonly default: number;
            /** @description The value is one of these. */
            readonly options?: readonly {
                readonly value: number;
                readonly label: string;
            }[];
            /** @description Parameters of the device that it sets. */
            readonly parameters: readonly string[];
        };
        readonly LinkTestRequest: {
            readonly sender_address: string;
            readonly receiver_address: string;
            /** @default false */
            readonly long_press?: boolean;
        };
        readonly LinkWait: contract.LinkWait;
        readonly LinkableChannel: contract.LinkableChannel;
        readonly LogLevel: {
            /** @enum {string} */
            readonly level: "debug" | "info" | "warn" | "error";
        };
        readonly LogLevelOverride: {
            /** @enum {string} */
            readonly level: "debug" | "info" | "warn" | "error";
            /** @description Seconds after which it ends by itself, at most 86400; 0 or absent: never. */
            readonly ttl_seconds?: number;
        };
        readonly LogLevels: {
            /** @enum {string} */
            readonly default: "debug" | "info" | "warn" | "error";
            readonly items: readonly {
                readonly path: string;
                /** @enum {string} */
                readonly level: "debug" | "info" | "warn" | "error";
                /** Format: date-time */
                readonly expires_at?: string;
            }[];
        };
        readonly LogPage: {
            readonly last_seq: number;
            readonly records: readonly components["schemas"]["LogRecord"][];
        };
        readonly LogRecord: {
            readonly seq: number;
            /** Format: date-time */
            readonly time: string;
            readonly level: string;
            readonly logger?: string;
            readonly msg: string;
            readonly attrs?: {
                readonly [key: string]: unknown;
            };
        };
        readonly LoopTestResult: {
            readonly interface_id: string;
            /** @description Whether a ping of its own came back through the callback. */
            readonly ok: boolean;
            /** @description Gateway to CCU and back. */
            readonly rtt_ms?: number;
            /**
             * @description Where the way broke: on the way there, at registering, on the way back, or taken by another client.
             * @enum {string}
             */
            readonly hop?: "ccu" | "registration" | "callback" | "foreign";
            /** @description The likely cause and the remedy. */
            readonly cause?: string;
        };
        readonly MatterCommissioningWindowRequest: {
            /** @description 900 where it is left out. */
            readonly duration_seconds?: number;
        };
        readonly MatterCommissioningWindowResponse: {
            readonly discriminator: number;
            readonly passcode: number;
            readonly duration_seconds: number;
            /** @description Text of the QR code: `MT:…`. */
            readonly qr_code: string;
            /** @description To be typed instead of the QR code: 11 digits. */
            readonly manual_code: string;
        };
        readonly MatterExposure: contract.MatterExposure;
        readonly MatterExposureBulkUpdate: {
            readonly items: readonly components["schemas"]["MatterExposureUpdate"][];
        };
        readonly MatterExposureList: {
            readonly items: readonly components["schemas"]["MatterExposure"][];
        };
        readonly MatterExposureUpdate: {
            readonly central_name: string;
            readonly device_address: string;
            readonly channel_no: number;
            /** @enum {string} */
            readonly dp_kind: "custom" | "generic" | "calculated" | "combined" | "measurement";
            /** @description Name of the custom data point, or of the parameter. */
            readonly dp_key: string;
            readonly enabled: boolean;
            /** @description Empty: its own name again. */
            readonly friendly_name?: string;
            /**
             * @description Kind of a shown switch. As before where it is left out.
             * @enum {string}
             */
            readonly kind?: "plug" | "light";
        };
        readonly MatterFabric: contract.MatterFabric;
        readonly MatterFabricList: {
            readonly fabrics: readonly components["schemas"]["MatterFabric"][];
        };
        readonly MatterSetupPayload: contract.MatterSetupPayload;
        readonly MatterStatus: contract.MatterStatus;
        readonly MqttDevicePreview: contract.MqttDevicePreview;
        readonly MqttStatus: contract.MqttStatus;
        readonly NameCorrections: {
            /** @description Names that the CCU changed: it puts a number behind a name that is taken. */
            readonly corrections?: readonly {
                readonly address: string;
                readonly requested: string;
                readonly applied: string;
            }[];
        };
        readonly NewAct: {
            /** @description For people, such as `Heating 17°`. */
            readonly name: string;
            readonly writes: readonly {
                /** @description Needed only where several CCUs have the address. */
                readonly central?: string;
                readonly device_address: string;
                readonly channel: number;
                readonly parameter: string;
                /** @description Typed as the parameter demands. An ENUM takes its ordinal or its name. */
                readonly value: unknown;
            }[];
            /** @description Time until the values before are restored, from the start on. Left out: the values stay, and the act can be taken back for an hour. */
            readonly duration_seconds?: number;
        };
        readonly NewArea: {
            readonly name: string;
            /**
             * @description Rooms of another area leave that one.
             * @default []
             */
            readonly rooms?: readonly string[];
        };
        readonly NewFirmwareUpdates: {
            readonly devices: readonly {
                /** @description Needed only where several CCUs have the address. */
                readonly central?: string;
                readonly address: string;
            }[];
        };
        readonly NewLinkRequest: {
            readonly sender_address: string;
            readonly receiver_address: string;
            readonly name?: string;
            readonly description?: string;
            /** @description A profile of `GET /devices/{addr}/links/profiles`. */
            readonly profile_id?: number;
            /** @description Settings of the profile; those left out have their defaults. */
            readonly settings?: {
                readonly [key: string]: number;
            };
            /**
             * @description Needed for a profile with a reason to confirm, which the factory setting can be.
             * @default false
             */
            readonly confirm?: boolean;
        };
        readonly NewPushDevice: {
            /** @description Name of the phone or browser, for people. */
            readonly name: string;
            /**
             * @description Language of its messages.
             * @enum {string}
             */
            readonly language: "en" | "de";
            /** @description Address at the push service of the browser. It is stored sealed. */
            readonly endpoint: string;
            /** @description Public key of the browser: an uncompressed point of P-256 in base64url. */
            readonly p256dh: string;
            /** @description 16 bytes in base64url. */
            readonly auth: string;
        };
        readonly NotifyPreview: contract.NotifyPreview;
        readonly NotifyPreviewRequest: {
            /** @enum {string} */
            readonly subject: "smoke" | "water" | "co" | "alarm" | "duress" | "tamper" | "sabotage" | "reminder" | "ccu" | "unreachable" | "battery" | "fault" | "radio" | "firmware" | "device_firmware" | "value" | "key";
            /**
             * @description Of the device, CCU, zone or part.
             * @default Example
             */
            readonly name?: string;
            /**
             * @description Default: the language of the section `notify`.
             * @enum {string}
             */
            readonly language?: "en" | "de";
            /**
             * @default began
             * @enum {string}
             */
            readonly phase?: "began" | "ended";
            /** @description Template of a channel of kind `url`. */
            readonly body?: string;
            /**
             * @default json
             * @enum {string}
             */
            readonly format?: "json" | "text";
        };
        readonly NotifyStatus: contract.NotifyStatus;
        readonly NotifyTest: contract.NotifyTest;
        readonly OwnBackup: contract.OwnBackup;
        readonly OwnBackupContents: contract.OwnBackupContents;
        readonly OwnBackupStarted: {
            readonly id: string;
        };
        readonly OwnBackupStatus: contract.OwnBackupStatus;
        readonly OwnRestoreChecked: contract.OwnRestoreChecked;
        readonly ParamsetValues: {
            readonly [key: string]: unknown;
        };
        readonly PasswordChange: {
            readonly current_password: string;
            readonly new_password: string;
        };
        readonly Preference: {
            readonly key?: string;
            readonly value: unknown;
        };
        /** @description The error (RFC 9457). Switch on `code`; `reason` is the finer cause. */
        readonly Problem: contract.Problem;
        readonly ProblemPeriod: contract.ProblemPeriod;
        readonly ProgramActivateResponse: {
            /** @description As sent to the CCU. */
            readonly active: boolean;
            /** @description Whether it ran because of that; null when the CCU could not be asked afterwards. */
            readonly executed: boolean | null;
        };
        readonly ProgramExecuteRequest: {
            /**
             * @description Run it only while it is active, instead of in any case. A CCU does not check its conditions then.
             * @default false
             */
            readonly check_conditions?: boolean;
        };
        readonly ProgramExecuteResponse: {
            /** @description False when it is not active, and only active programs were to run. */
            readonly executed: boolean;
        };
        readonly ProgramSummary: contract.ProgramSummary;
        readonly PushDevice: contract.PushDevice;
        readonly PushState: contract.PushState;
        readonly PushSubscription: {
            /** @description Address at the push service of the browser. It is stored sealed. */
            readonly endpoint: string;
            /** @description Public key of the browser: an uncompressed point of P-256 in base64url. */
            readonly p256dh: string;
            /** @description 16 bytes in base64url. */
            readonly auth: string;
        };
        readonly RadioBudget: {
            readonly interfaces: readonly {
                readonly central: string;
                readonly interface_id: string;
                readonly interface: string;
                /** @description Percent of the hour: own writes at once, everything else by the last reported duty cycle. */
                readonly used: number;
                /** @description Percent of the hour with everything that waits; may be above 100. */
                readonly forecast: number;
                /** @description Writes that wait. */
                readonly waiting: number;
                /** @description Those of `waiting` with the priority `low`. */
                readonly waiting_in_background: number;
                /** @description `free`: writes are sent as they come. `spread`: normal writes are spread over the hour, those of priority `low` pause. `critical_only`: others are refused. */
                readonly mode: string;
            }[];
        };
        readonly RadioEstimate: {
            readonly interfaces: readonly {
                readonly central: string;
                readonly interface_id: string;
                readonly interface: string;
                /** @description False where the writes use no sending time. */
                readonly radio: boolean;
                /** @description Frames that the radio module sends. */
                readonly messages: number;
                readonly devices: number;
                /** @description Devices that a long signal wakes first. */
                readonly woken: number;
                /** @description Devices that receive it when they wake by themselves. */
                readonly asleep: number;
                readonly unreachable: number;
                /** @description Percent of what a radio module may send in an hour. */
                readonly share: number;
                /** @description Percent of the hour that is used already. Absent without radio. */
                readonly used?: number;
                /** @description Percent of the hour with these writes and everything that waits. Absent without radio. */
                readonly forecast?: number;
                /** @description How these writes would be sent. */
                readonly mode: string;
            }[];
        };
        readonly RadioPlan: {
            readonly writes: readonly {
                /** @description Needed only where several CCUs have the address. */
                readonly central?: string;
                readonly device_address: string;
                /** @description `VALUES` where it is left out. */
                readonly paramset?: string;
                /** @description Parameters of one write; 1 where it is left out. */
                readonly parameters?: number;
                /** @description Equal writes to the device; 1 where it is left out. */
                readonly count?: number;
            }[];
        };
        readonly RadioTraffic: {
            /**
             * Format: date-time
             * @description When counting began; counts survive a restart of the gateway.
             */
            readonly since: string;
            /**
             * Format: date-time
             * @description When the first of the 24 hours began.
             */
            readonly from: string;
            /** @description Interfaces with traffic, all writes and reports together. */
            readonly interfaces: readonly {
                readonly central: string;
                readonly interface_id: string;
                /** @description One number for each of the 24 hours, the oldest first; the last hour still runs. */
                readonly writes: readonly number[];
                /** @description One number for each of the 24 hours, the oldest first; the last hour still runs. */
                readonly reports: readonly number[];
            }[];
            /** @description Changes that were sent to devices over this gateway, by subject and device; the most first. */
            readonly writes: readonly {
                /** @description Shown to administrators, as are the next four. */
                readonly subject?: string;
                /** @description Such as `session`, `bearer`, `mqtt` or `matter`. */
                readonly scheme?: string;
                /** @description First digits of the fingerprint of an API token. */
                readonly token?: string;
                /** @description Name of a Matter home. */
                readonly home?: string;
                /** @description Name that an MQTT client gives itself. */
                readonly client?: string;
                readonly central: string;
                readonly interface_id: string;
                readonly device_address: string;
                /** @description Absent where the device is gone. */
                readonly name?: string;
                readonly model?: string;
                /** @description In all hours. */
                readonly count: number;
                /** @description One number for each of the 24 hours, the oldest first; the last hour still runs. */
                readonly hours: readonly number[];
            }[];
            /** @description Reports of devices, by device; the most first. Values that came together count as one report. */
            readonly reports: readonly {
                readonly central: string;
                readonly interface_id: string;
                readonly device_address: string;
                /** @description Absent where the device is gone. */
                readonly name?: string;
                readonly model?: string;
                /** @description In all hours. */
                readonly count: number;
                /** @description One number for each of the 24 hours, the oldest first; the last hour still runs. */
                readonly hours: readonly number[];
            }[];
            /** @description How many writes and reports belong to none of the rows, because there are more than are listed. */
            readonly unlisted: {
                readonly writes: number;
                readonly reports: number;
            };
        };
        readonly ReceiverOfDevice: {
            readonly central: string;
            readonly address: string;
            /** @description Address of a radio gateway. */
            readonly receiver: string;
            readonly roaming: boolean;
        };
        readonly ReceiverProposals: {
            readonly central: string;
            readonly proposals: readonly {
                /** @description Address of a radio gateway. */
                readonly receiver: string;
                /** @description `stronger`: it receives the device clearly better. `receiver_gone`: the current gateway is not connected. */
                readonly reason: string;
                /** @description Gain of the weaker direction. Absent where the current gateway is gone. */
                readonly gain_db?: number;
                readonly address: string;
                readonly name: string;
                /** @description Address of a radio gateway. */
                readonly current: string;
            }[];
        };
        readonly ReceiverRequest: {
            /** @description Address of a connected radio gateway of its CCU. */
            readonly receiver: string;
            /** @description True: the CCU changes the gateway by itself from then on. Left out: as before. */
            readonly roaming?: boolean;
        };
        readonly RecordingState: {
            /** @description Values are recorded at the moment. */
            readonly record: boolean;
            /**
             * @description `override`: the settings name this data point.
             * @enum {string}
             */
            readonly source: "override" | "policy";
        };
        readonly RecordingWriteRequest: {
            readonly central: string;
            readonly interface_id: string;
            /** @description `ADDRESS:CHANNEL`. */
            readonly channel: string;
            readonly parameter: string;
            readonly record?: boolean | null;
        };
        readonly ReliabilityEntry: {
            readonly central?: string;
            readonly interface?: string;
            /** @description 0 closed, 1 open, 2 half open. */
            readonly circuit_state?: number;
            readonly state?: {
                readonly state?: string;
                readonly closed?: boolean;
                readonly total_requests?: number;
                readonly executed_requests?: number;
                readonly pending_requests?: number;
                /** Format: date-time */
                readonly last_failure_at?: string;
                /** Format: date-time */
                readonly last_callback_at?: string;
                /** @description Gateway to CCU and back. */
                readonly ping_ms?: number;
                /** @description Callback address that was sent to the CCU. */
                readonly callback_url?: string;
                /** @description How often the CCU had to be registered at anew since the start. */
                readonly reconnects?: number;
                /** @description Code of the error that keeps it from being connected. */
                readonly cause?: string;
            };
        };
        readonly ReplaceCandidate: contract.ReplaceCandidate;
        readonly RestartAnswer: {
            /** @enum {string} */
            readonly status: "shutdown_signalled" | "shutdown_in_progress";
            /** Format: date-time */
            readonly at: string;
        };
        readonly RestartPending: {
            readonly pending: boolean;
            /** @description Dotted paths of the fields. */
            readonly fields: readonly string[];
        };
        readonly RoomEntry: {
            readonly name: string;
            /** @description As the CCU shows it, where it came with the text. */
            readonly translated_name?: string;
            readonly device_count: number;
        };
        readonly RssiMatrix: {
            readonly central: string;
            readonly interface_id: string;
            readonly receivers: readonly {
                readonly address: string;
                readonly description: string;
                readonly type: string;
                readonly connected: boolean;
                /** @description True for the module of the CCU itself. */
                readonly default: boolean;
                /** @description Percent of its sending time. */
                readonly duty_cycle?: number;
            }[];
            readonly devices: readonly {
                readonly address: string;
                readonly name: string;
                /** @description Address of the current radio gateway. */
                readonly receiver: string;
                /** @description True where the CCU changes the gateway by itself. */
                readonly roaming: boolean;
                /** @description One for each of `receivers`, in their order. */
                readonly signals: readonly {
                    /** @description Address of a radio gateway. */
                    readonly receiver: string;
                    /** @description dBm, as the device hears the gateway; null where unknown. */
                    readonly rssi_device: number | null;
                    /** @description dBm, as the gateway hears the device; null where unknown. */
                    readonly rssi_peer: number | null;
                }[];
                /** @description A clearly better gateway. Absent for none, and while it roams. */
                readonly proposal?: {
                    /** @description Address of a radio gateway. */
                    readonly receiver: string;
                    /** @description `stronger`: it receives the device clearly better. `receiver_gone`: the current gateway is not connected. */
                    readonly reason: string;
                    /** @description Gain of the weaker direction. Absent where the current gateway is gone. */
                    readonly gain_db?: number;
                };
            }[];
        };
        readonly SavedConfigSection: {
            readonly section: string;
            readonly version: number;
            /** Format: date-time */
            readonly updated_at: string;
            readonly restart_required: boolean;
            /** @description Whether changes at run time are in force. */
            readonly applied: boolean;
            readonly apply_error?: string;
        };
        readonly Schedule: {
            readonly channel: {
                readonly address: string;
                readonly number: number;
                readonly device_address: string;
            };
            /** @enum {string} */
            readonly kind: "climate" | "simple";
            readonly domain?: string;
            readonly active_profile?: string;
            readonly active_profile_index?: number;
            readonly profiles?: {
                readonly [key: string]: {
                    readonly weekdays: {
                        readonly [key: string]: {
                            readonly base_temperature: number;
                            readonly periods: readonly {
                                readonly start_time: string;
                                readonly end_time: string;
                                readonly temperature: number;
                            }[];
                        };
                    };
                };
            };
            readonly simple_entries?: readonly {
                readonly slot_no: number;
                readonly weekdays: readonly string[];
                readonly time: string;
                readonly level: number;
                readonly condition?: string;
                readonly astro_type?: string;
                readonly astro_offset_minutes?: number;
                readonly target_channels?: readonly string[];
                readonly level_2?: number;
                readonly duration?: string;
                readonly ramp_time?: string;
                readonly lock_mode?: string;
                readonly lock_action?: string;
                readonly permission?: string;
                readonly color_type?: number;
                readonly color_value?: number;
                readonly output_behaviour?: number;
            }[];
            readonly color_capable?: boolean;
        };
        readonly ScheduleCorrections: {
            /** @description Times that could not be stored as asked for. */
            readonly corrections?: readonly {
                readonly profile: string;
                readonly weekday: string;
                readonly period: number;
                /** @enum {string} */
                readonly field: "start_time" | "end_time";
                readonly requested: string;
                readonly applied: string;
            }[];
        };
        readonly ScheduleListItem: contract.ScheduleListItem;
        readonly SecurityClassReport: contract.SecurityClassReport;
        readonly SecurityClassState: contract.SecurityClassState;
        readonly SecurityFault: contract.SecurityFault;
        readonly SecurityOverview: contract.SecurityOverview;
        readonly SecuritySilence: {
            /**
             * Format: date-time
             * @description At most 24 hours from now for a danger, and 90 days for others.
             */
            readonly until: string;
        };
        readonly SecuritySource: contract.SecuritySource;
        readonly SecuritySourceUpdate: {
            /** @description Replaces the classes that are left out. */
            readonly excluded: readonly ("smoke" | "water" | "co" | "alarm" | "tamper" | "sabotage" | "unreachable" | "battery" | "fault")[];
        };
        readonly ServiceMessage: contract.ServiceMessage;
        readonly SessionSummary: {
            /** @description Names the session when it is to be ended; it is not the cookie. */
            readonly id: string;
            readonly subject: string;
            /** @enum {string} */
            readonly scheme: "session" | "oidc" | "ccu";
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly expires_at: string;
            /** @description To the minute. Null where no request used it since the sign-in. */
            readonly last_seen_at?: string | null;
            readonly address: string;
            readonly user_agent?: string;
            /** @description WebSockets and streams that are open now and were opened with it. */
            readonly live_sockets?: number;
            /** @description The session this question was asked with. */
            readonly current: boolean;
        };
        readonly SetValueRequest: {
            /** @description The new value, typed as the parameter demands. An ENUM takes its ordinal or its name. */
            readonly value: unknown;
            /** @enum {string} */
            readonly priority?: "critical" | "high" | "default" | "low";
        };
        readonly SetupRequest: {
            readonly admin: {
                readonly username: string;
                readonly password: string;
            };
            readonly locale?: {
                /** @enum {string} */
                readonly locale?: "de" | "en";
                /** @enum {string} */
                readonly theme?: "light" | "dark" | "system";
            };
            readonly ccu?: {
                readonly name: string;
                readonly host: string;
                readonly interfaces: readonly string[];
                readonly username?: string;
                readonly password?: string;
            };
            /** @description A broker that gets the states of devices. */
            readonly mqtt?: {
                /** @description mqtt://, mqtts://, ws:// or wss://; tcp:// is read as mqtt://, ssl:// and tls:// as mqtts://. */
                readonly broker_url: string;
                readonly username?: string;
                readonly password?: string;
            } | null;
            /** @description The code that stands in the log, where it is asked for. */
            readonly code?: string;
        } | {
            readonly username: string;
            readonly password: string;
            /** @description The code that stands in the log, where it is asked for. */
            readonly code?: string;
        };
        readonly SignalEntry: {
            readonly address: string;
            readonly name: string;
            readonly interface_id: string;
            readonly central: string;
            /** @description dBm, as the device hears the CCU. */
            readonly rssi_device: number | null;
            /** @description dBm, as the CCU hears the device. */
            readonly rssi_peer: number | null;
            readonly battery_level: number | null;
            readonly low_battery: boolean | null;
            readonly reachable: boolean;
        };
        readonly Snapshot: contract.Snapshot;
        readonly StreamConnection: {
            readonly id: number;
            readonly principal: string;
            readonly client_name?: string;
            readonly remote_address?: string;
            /** @enum {string} */
            readonly transport: "duplex" | "one-way";
            /** @enum {string} */
            readonly mode: "all" | "latest";
            readonly opened_at: string;
            readonly patterns: number;
            /** @description Everything up to here was handed to the network. */
            readonly cursor: number;
            readonly lag_frames: number;
            readonly lag_ms: number;
            readonly queued_bytes: number;
            readonly blocked: boolean;
            readonly delivered: number;
            readonly conflated: number;
            /** @description Events it missed and got a notice about. */
            readonly dropped: number;
            /** @description Between client and gateway. */
            readonly rtt_ms?: number;
            readonly idle_ms: number;
        };
        readonly StreamEvent: {
            readonly seq: number;
            /** @enum {string} */
            readonly kind: "initial" | "change" | "refresh";
            readonly topic: string;
            readonly type: string;
            /** Format: date-time */
            readonly ts: string;
            readonly payload: {
                readonly [key: string]: unknown;
            };
        };
        readonly SuitableMemberEntry: {
            readonly address: string;
            readonly serial?: string;
            readonly type?: string;
            readonly device_address?: string;
            readonly device_name?: string;
            readonly device_model?: string;
            readonly rooms?: readonly string[];
            readonly functions?: readonly string[];
            /** @description True while the device has not taken its configuration yet. */
            readonly config_pending?: boolean;
        };
        readonly SuitableMembersResponse: {
            readonly assignable: readonly components["schemas"]["SuitableMemberEntry"][];
            /** @description They fit, but are in another group. */
            readonly leftover: readonly components["schemas"]["SuitableMemberEntry"][];
        };
        readonly SuppressedServiceMessage: {
            readonly channel: string;
            readonly central?: string;
            readonly interface?: string;
            readonly parameter?: string;
            readonly device_name?: string;
            readonly name?: string;
        };
        readonly SystemCCUEntry: contract.SystemCCUEntry;
        readonly SystemStatusEvent: {
            readonly central: string;
            readonly component: string;
            readonly healthy: boolean;
            /** Format: date-time */
            readonly event_at: string;
            readonly reason?: string;
            readonly interface_id?: string;
            readonly error_code?: number;
            readonly central_state?: string;
            readonly connection_state?: string;
            readonly degraded_interfaces?: readonly string[];
            readonly issues?: readonly string[];
            /** Format: date-time */
            readonly unproved_since?: string;
        };
        readonly SystemUpdateEntry: contract.SystemUpdateEntry;
        readonly SysvarSetRequest: {
            /** @description As the type of the variable demands; a LIST takes the index or the text of the entry. */
            readonly value: unknown;
        };
        readonly SysvarSummary: contract.SysvarSummary;
        readonly SysvarUsage: {
            readonly central?: string;
            readonly sysvar: string;
            readonly programs: readonly {
                readonly id: string;
                readonly name: string;
                readonly active?: boolean;
                readonly is_internal?: boolean;
            }[];
        };
        readonly TeamCandidate: contract.TeamCandidate;
        readonly TeamRequest: {
            /** @description Channel of the team; null, empty or left out: alone. */
            readonly team?: string | null;
        };
        readonly TokenCreate: {
            /** @description The user of the token. */
            readonly subject: string;
            /** @enum {string} */
            readonly role: "viewer" | "operator" | "admin";
            /** @description Absent, null, 0 or less: never expires. */
            readonly expires_in_days?: number | null;
        };
        readonly TokenCreated: {
            /** @description The secret. It is shown here and never again. */
            readonly token: string;
            readonly fingerprint: string;
            readonly expires_at?: string | null;
        };
        readonly TokenListEntry: {
            readonly id: string;
            readonly fingerprint: string;
            readonly subject: string;
            /** @enum {string} */
            readonly role: "viewer" | "operator" | "admin";
        };
        readonly TokenSummary: {
            /** @description SHA-256 of the token in hex. */
            readonly fingerprint: string;
            readonly subject: string;
            /** @enum {string} */
            readonly role: "viewer" | "operator" | "admin";
            /** Format: date-time */
            readonly created_at: string;
            /** @description Null before the first use. */
            readonly last_seen_at?: string | null;
            readonly last_address?: string;
            /** @description Name of the last client that named itself, cut to 64 characters. */
            readonly last_client?: string;
            /** @description Subject of its creator. Absent where that was not written down. */
            readonly created_by?: string;
            /** @description WebSockets and streams that are open now and were opened with it. */
            readonly live_sockets?: number;
            readonly expires_at?: string | null;
        };
        readonly UiEvent: {
            readonly event: string;
            readonly properties?: {
                readonly [key: string]: string | number | boolean | null;
            };
        };
        readonly UnIgnoreCandidates: contract.UnIgnoreCandidates;
        readonly UnIgnoreEntry: contract.UnIgnoreEntry;
        readonly UnIgnoreList: {
            readonly centrals: readonly {
                readonly central_name: string;
                readonly patterns: readonly components["schemas"]["UnIgnoreEntry"][];
            }[];
        };
        readonly UnIgnoreUpdate: {
            readonly central_name: string;
            readonly patterns: readonly string[];
        };
        readonly UnIgnoreUpdated: contract.UnIgnoreUpdated;
        readonly UpdateGroupRequest: {
            readonly name: string;
            readonly forbid_single_operation?: boolean;
            readonly members?: readonly string[];
        };
        readonly UserCreate: {
            readonly username: string;
            readonly password: string;
            /** @enum {string} */
            readonly role: "viewer" | "operator" | "admin";
        };
        readonly UserListEntry: {
            readonly username: string;
            /** @enum {string} */
            readonly role: "viewer" | "operator" | "admin";
            /** @enum {string} */
            readonly source?: "config" | "local";
        };
        readonly UserSummary: {
            readonly subject: string;
            /** @enum {string} */
            readonly role: "viewer" | "operator" | "admin";
            /** Format: date-time */
            readonly created_at: string;
            /** @description Null before the first sign-in. */
            readonly last_seen_at?: string | null;
            /**
             * @description Where the account is kept.
             * @enum {string}
             */
            readonly source?: "config" | "local";
            /** @description How many sessions of it last. */
            readonly sessions?: number;
            /**
             * Format: date-time
             * @description Since when nothing of it is let in. Left out while it is enabled.
             */
            readonly disabled_at?: string;
        };
        readonly UserUpdate: {
            readonly password?: string;
            /** @enum {string} */
            readonly role?: "viewer" | "operator" | "admin";
            /** @description True ends its sessions, sockets and tokens; false lets it sign in again, and brings none of them back. */
            readonly disabled?: boolean;
        };
        readonly ValueHistory: {
            /** Format: date-time */
            readonly from: string;
            /** Format: date-time */
            readonly to: string;
            /** @description How much is kept. */
            readonly retention: {
                readonly enabled: boolean;
                readonly max_days: number;
                readonly max_bytes: number;
                /** @description Size of the history at the moment. */
                readonly bytes: number;
                /**
                 * Format: date-time
                 * @description No older value is kept. Absent while there is nothing.
                 */
                readonly oldest_at?: string;
                /** @description Hours and days of the values are kept for so long; 0: not at all. */
                readonly years: number;
                /**
                 * Format: date-time
                 * @description No older hour is kept. Absent while there is none.
                 */
                readonly oldest_hour_at?: string;
            };
            /** @description When nothing was recorded: the gateway did not run, or recording was off. */
            readonly gaps: readonly {
                /** Format: date-time */
                readonly from: string;
                /** Format: date-time */
                readonly to: string;
            }[];
            readonly series: readonly components["schemas"]["HistorySeries"][];
        };
        readonly ValuesBatchRequest: {
            readonly queries: readonly {
                readonly address: string;
                readonly channel: number;
                readonly parameter: string;
            }[];
        };
        readonly ValuesBatchResponse: {
            readonly results: readonly {
                readonly address: string;
                readonly channel: number;
                readonly parameter: string;
                readonly summary?: components["schemas"]["DataPointSummary"];
                /** @description `device not found`, `channel not found`, `parameter not found`, `parameter hidden`, or which CCU to name. */
                readonly error?: string;
            }[];
        };
        readonly WebhookTest: contract.WebhookTest;
        readonly WebhooksStatus: contract.WebhooksStatus;
        readonly WeekProfileResponse: contract.WeekProfileResponse;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    readonly abortFirmwareUpdate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the update. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The plan */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FirmwarePlanBody"];
                };
            };
        };
    };
    readonly acceptDevice: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AcceptDeviceRequest"];
            };
        };
        readonly responses: {
            /** @description Accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NameCorrections"];
                };
            };
        };
    };
    readonly acknowledgeAlarmMessage: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the message. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Sent to the CCU */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly acknowledgeAlarmZone: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AlarmVerbRequest"];
            };
        };
        readonly responses: {
            /** @description Acknowledged */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly acknowledgeAllAlarmMessages: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description How many were acknowledged */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AckAllResult"];
                };
            };
        };
    };
    readonly acknowledgeAllServiceMessages: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description How many were acknowledged */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AckAllResult"];
                };
            };
        };
    };
    readonly acknowledgeSecurityFault: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Acknowledged */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly acknowledgeServiceMessage: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the message. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Sent to the CCU */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listLinks: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
                /** @description Also the profile of each link, which the CCU is asked for. */
                readonly with_profiles?: boolean;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The links */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Link"][];
                };
            };
        };
    };
    readonly addLink: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewLinkRequest"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken it; battery devices follow when they wake */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly removeLink: {
        readonly parameters: {
            readonly query: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                readonly sender: string;
                readonly receiver: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The CCU has taken it; battery devices follow when they wake */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateLink: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LinkRequest"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken it; battery devices follow when they wake */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getPush: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key and the devices */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PushState"];
                };
            };
        };
    };
    readonly addPush: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewPushDevice"];
            };
        };
        readonly responses: {
            /** @description The device */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PushDevice"];
                };
            };
        };
    };
    readonly listLinkProfiles: {
        readonly parameters: {
            readonly query: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
                readonly sender: string;
                readonly receiver: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The profiles */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LinkProfiles"];
                };
            };
        };
    };
    readonly applyLinkProfile: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LinkProfileRequest"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken it; ends in `waits` follow later */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LinkProfileApplied"];
                };
            };
        };
    };
    readonly applySettings: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the channel. */
                readonly addr: string;
                readonly key: "MASTER";
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApplySettingsRequest"];
            };
        };
        readonly responses: {
            /** @description Differences and outcomes */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApplySettingsResult"];
                };
            };
        };
    };
    readonly armAlarmZone: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AlarmArmRequest"];
            };
        };
        readonly responses: {
            /** @description Armed, or in the exit delay */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AlarmArmAccepted"];
                };
            };
        };
    };
    readonly getHistoryImport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The import */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HistoryImport"];
                };
            };
            /** @description Nothing was imported yet */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly importHistory: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Recognised by the first line where it is left out. */
                readonly format?: "historian" | "json" | "influx" | "csv";
                /** @description True: read the file and store nothing. */
                readonly dry_run?: boolean;
                /** @description Of a table or an answer: the data point of all values, `ADDRESS:CHANNEL:PARAMETER`. */
                readonly point?: string;
                /** @description Of a table: the name of the column with times. */
                readonly time_column?: string;
                /** @description Of a table: the name of the column with values. */
                readonly value_column?: string;
                /** @description Of a table: the name of the column with data points. */
                readonly point_column?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    /** Format: binary */
                    readonly file: string;
                };
            };
        };
        readonly responses: {
            /** @description The contents of the file; nothing was stored */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HistoryImport"];
                };
            };
            /** @description The file was read, and its values are being stored */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HistoryImport"];
                };
            };
        };
    };
    readonly cancelHistoryImport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It has ended, also where none ran */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly readFirmwarePlan: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The plan */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FirmwarePlanBody"];
                };
            };
        };
    };
    readonly planFirmwareUpdates: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewFirmwareUpdates"];
            };
        };
        readonly responses: {
            /** @description The plan */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FirmwarePlanBody"];
                };
            };
        };
    };
    readonly changeFirmwarePlan: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["FirmwarePlanChange"];
            };
        };
        readonly responses: {
            /** @description The plan */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FirmwarePlanBody"];
                };
            };
        };
    };
    readonly changeOwnPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PasswordChange"];
            };
        };
        readonly responses: {
            /** @description The new password counts */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listIncidents: {
        readonly parameters: {
            readonly query?: {
                readonly central?: string;
                /** @description Inclusive. */
                readonly since?: string;
                /** @description Exclusive. */
                readonly until?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The incidents, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Incident"][];
                };
            };
        };
    };
    readonly clearIncidents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Forgotten */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getEditSession: {
        readonly parameters: {
            readonly query: {
                /** @description `channel:<address>:MASTER`, `channel:<address>:LINK:<peer>` and the like. */
                readonly key: string;
                /** @description Needed when several CCUs have the address in the key. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Free or held */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EditState"];
                };
            };
        };
    };
    readonly openEditSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description `channel:<address>:MASTER`, `channel:<address>:LINK:<peer>` and the like. */
                    readonly key?: string;
                    readonly subject?: string;
                    /** @description Needed when several CCUs have the address in the key. */
                    readonly central?: string;
                };
            };
        };
        readonly responses: {
            /** @description The lock */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EditSession"];
                };
            };
        };
    };
    readonly closeEditSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description `channel:<address>:MASTER`, `channel:<address>:LINK:<peer>` and the like. */
                    readonly key?: string;
                    readonly token?: string;
                    /** @description Needed when several CCUs have the address in the key. */
                    readonly central?: string;
                };
            };
        };
        readonly responses: {
            /** @description Done, also when the caller did not hold it */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly closeMatterWindow: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is closed */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly copySchedule: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CopyScheduleRequest"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken it */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScheduleCorrections"];
                };
            };
        };
    };
    readonly copyWeekProfile: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CopyProfileRequest"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken it */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScheduleCorrections"];
                };
            };
        };
    };
    readonly listAlarmCodes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The codes */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AlarmCode"][];
                };
            };
        };
    };
    readonly createAlarmCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AlarmCodeRequest"];
            };
        };
        readonly responses: {
            /** @description Added */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AlarmCode"];
                };
            };
        };
    };
    readonly listAlarmZones: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The zones */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AlarmZone"][];
                };
            };
        };
    };
    readonly createAlarmZone: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AlarmZone"];
            };
        };
        readonly responses: {
            /** @description Added */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AlarmZone"];
                };
            };
        };
    };
    readonly listAreas: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description In their order */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Area"][];
                };
            };
        };
    };
    readonly createArea: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewArea"];
            };
        };
        readonly responses: {
            /** @description The area */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Area"];
                };
            };
        };
    };
    readonly listBackups: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The backups, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["BackupEntry"][];
                };
            };
        };
    };
    readonly createBackup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly central_name?: string;
                };
            };
        };
        readonly responses: {
            /** @description It has begun */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BackupStarted"];
                };
            };
        };
    };
    readonly listCentrals: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The CCUs, passwords as `***` */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["CentralRow"][];
                };
            };
        };
    };
    readonly createCentral: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CentralRow"];
            };
        };
        readonly responses: {
            /** @description The gateway connects */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CentralRow"];
                };
            };
        };
    };
    readonly getCentralLinksStatus: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The status */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CentralLinksStatus"];
                };
            };
        };
    };
    readonly createCentralLinks: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Address of one channel. All keys of the device when absent. */
                readonly channel?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The request to the CCU; battery devices follow when they wake or are in their configuration mode */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CentralLinksReport"];
                };
            };
        };
    };
    readonly removeCentralLinks: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Address of one channel. All keys of the device when absent. */
                readonly channel?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The request to the CCU; battery devices follow when they wake or are in their configuration mode */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CentralLinksReport"];
                };
            };
        };
    };
    readonly listDiagrams: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description By name */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DiagramList"];
                };
            };
        };
    };
    readonly createDiagram: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DiagramWriteRequest"];
            };
        };
        readonly responses: {
            /** @description The diagram */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DiagramConfig"];
                };
            };
        };
    };
    readonly listFloorplans: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description In the order of their making */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Floorplan"][];
                };
            };
        };
    };
    readonly createFloorplan: {
        readonly parameters: {
            readonly query: {
                readonly name: string;
                /** @description Id of its area; it may be deleted meanwhile. */
                readonly area?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    /** Format: binary */
                    readonly file: string;
                };
            };
        };
        readonly responses: {
            /** @description The floor plan */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Floorplan"];
                };
            };
        };
    };
    readonly listFunctions: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The functions */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["FunctionEntry"][];
                };
            };
        };
    };
    readonly createFunction: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name: string;
                    /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                    readonly central?: string;
                };
            };
        };
        readonly responses: {
            /** @description The CCU has it */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listGroups: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The groups of each CCU */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly entries: readonly components["schemas"]["GroupCentralEntry"][];
                    };
                };
            };
        };
    };
    readonly createGroup: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateGroupRequest"];
            };
        };
        readonly responses: {
            /** @description The CCU lists it */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GroupEntry"];
                };
            };
        };
    };
    readonly listOwnBackups: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The backups, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["OwnBackup"][];
                };
            };
        };
    };
    readonly createOwnBackup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description Puts the key that opens stored passwords in, sealed with it. */
                    readonly passphrase?: string;
                    /** @description Values over time. Default: as set for scheduled backups. */
                    readonly history?: boolean;
                    /** @description The log of events. Default: as set for scheduled backups. */
                    readonly events?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description It has begun */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnBackupStarted"];
                };
            };
        };
    };
    readonly listRooms: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rooms */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["RoomEntry"][];
                };
            };
        };
    };
    readonly createRoom: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name: string;
                    /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                    readonly central?: string;
                };
            };
        };
        readonly responses: {
            /** @description The CCU has it */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listSysvars: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. Without it and `per_page` everything is returned. */
                readonly page?: number;
                /** @description Entries on a page (50 when only `page` is given). */
                readonly per_page?: number;
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The variables; `X-Total-Count` counts them */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["SysvarSummary"][];
                };
            };
        };
    };
    readonly createSysvar: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateSysvarRequest"];
            };
        };
        readonly responses: {
            /** @description The CCU has it */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listTokens: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Tokens with elided fingerprints */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["TokenListEntry"][];
                };
            };
        };
    };
    readonly createToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateTokenRequest"];
            };
        };
        readonly responses: {
            /** @description The token; its secret is shown here and never again */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreateTokenResponse"];
                };
            };
        };
    };
    readonly listTokensV2: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Tokens without their secrets */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["TokenSummary"][];
                };
            };
        };
    };
    readonly createTokenV2: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TokenCreate"];
            };
        };
        readonly responses: {
            /** @description The token; its secret is shown here and never again */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TokenCreated"];
                };
            };
        };
    };
    readonly listUsers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The accounts */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["UserSummary"][];
                };
            };
        };
    };
    readonly createUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UserCreate"];
            };
        };
        readonly responses: {
            /** @description The account */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UserSummary"];
                };
            };
        };
    };
    readonly getAlarmCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The code */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AlarmCode"];
                };
            };
        };
    };
    readonly putAlarmCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AlarmCodeRequest"];
            };
        };
        readonly responses: {
            /** @description Replaced */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteAlarmCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Removed */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getAlarmZone: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The zone */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AlarmZone"];
                };
            };
        };
    };
    readonly putAlarmZone: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AlarmZone"];
            };
        };
        readonly responses: {
            /** @description Replaced */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteAlarmZone: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Removed */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateArea: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AreaUpdate"];
            };
        };
        readonly responses: {
            /** @description The area */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Area"];
                };
            };
        };
    };
    readonly deleteArea: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteBackup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the backup. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone, also when there was none */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getCentral: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The CCU, its password as `***` */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CentralRow"];
                };
            };
        };
    };
    readonly putCentral: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CentralRow"];
            };
        };
        readonly responses: {
            /** @description Saved */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteCentral: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getDevice: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The device */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceDetail"];
                };
            };
        };
    };
    readonly deleteDevice: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                readonly reset?: boolean;
                readonly force?: boolean;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The CCU unpairs it */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateDevice: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeviceUpdate"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken it */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NameCorrections"];
                };
            };
        };
    };
    readonly getDiagram: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The diagram */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DiagramConfig"];
                };
            };
        };
    };
    readonly updateDiagram: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DiagramWriteRequest"];
            };
        };
        readonly responses: {
            /** @description The diagram */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DiagramConfig"];
                };
            };
        };
    };
    readonly deleteDiagram: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateFloorplan: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["FloorplanUpdate"];
            };
        };
        readonly responses: {
            /** @description The floor plan */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Floorplan"];
                };
            };
        };
    };
    readonly deleteFloorplan: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteFunction: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly renameFunction: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly new_name: string;
                    /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                    readonly central?: string;
                };
            };
        };
        readonly responses: {
            /** @description Renamed */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateGroup: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the group at its CCU. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateGroupRequest"];
            };
        };
        readonly responses: {
            /** @description Changed */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteGroup: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the group at its CCU. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly putLogLevelOverride: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Dotted path of a logger; counts for everything below it. */
                readonly path: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LogLevelOverride"];
            };
        };
        readonly responses: {
            /** @description It counts from now on */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteLogLevelOverride: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Dotted path of a logger; counts for everything below it. */
                readonly path: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done, also when it had none of its own */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteOwnBackup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the backup. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone, also when there was none */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getPreference: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly key: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The value, null when there is none */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Preference"];
                };
            };
        };
    };
    readonly putPreference: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly key: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": string | number | boolean | null | readonly unknown[] | {
                    readonly [key: string]: unknown;
                };
            };
        };
        readonly responses: {
            /** @description Remembered */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deletePreference: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly key: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Forgotten, also when there was none */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getProgram: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the program. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The program */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProgramSummary"];
                };
            };
        };
    };
    readonly deleteProgram: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the program. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly patchProgram: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the program. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly active: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Sent to the CCU */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProgramActivateResponse"];
                };
            };
        };
    };
    readonly deleteRoom: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly renameRoom: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly new_name: string;
                    /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                    readonly central?: string;
                };
            };
        };
        readonly responses: {
            /** @description Renamed */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getSysvar: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path: {
                /** @description Name of the system variable. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The variable */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SysvarSummary"];
                };
            };
        };
    };
    readonly setSysvar: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: {
                /** @description A repetition with the same key within five minutes gets the first answer again. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                /** @description Name of the system variable. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SysvarSetRequest"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken the value */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteSysvar: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Name of the system variable. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly patchSysvar: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Name of the system variable. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangeSysvarRequest"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken it */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The `id`, the elided or the full fingerprint. Never guesses between two. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The token is dead */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteTokenV2: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description SHA-256 of the token in hex. */
                readonly fingerprint: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The token is dead */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Name of the account. */
                readonly subject: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Name of the account. */
                readonly subject: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UserUpdate"];
            };
        };
        readonly responses: {
            /** @description Changed */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly determineParameter: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device or channel. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
                readonly key: "VALUES" | "MASTER";
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DetermineRequest"];
            };
        };
        readonly responses: {
            /** @description The value */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly value: unknown;
                    };
                };
            };
        };
    };
    readonly disableServiceMessage: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the message. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Sent to the CCU */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly disarmAlarmZone: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AlarmVerbRequest"];
            };
        };
        readonly responses: {
            /** @description Disarmed */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly downloadBackup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the backup. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The archive */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": unknown;
                };
            };
        };
    };
    readonly downloadFirmware: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** Format: uri */
                    readonly url: string;
                    readonly central?: string;
                };
            };
        };
        readonly responses: {
            /** @description Sent to the CCU */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly downloadOwnBackup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the backup. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/gzip": unknown;
                };
            };
        };
    };
    readonly endAct: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the act. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The act is ending */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Act"];
                };
            };
        };
    };
    readonly endSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Ended */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listSessions: {
        readonly parameters: {
            readonly query?: {
                /** @description Sessions of this account instead of one’s own; admin. */
                readonly subject?: string;
                /** @description Those of every subject; admin. */
                readonly all?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sessions, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["SessionSummary"][];
                };
            };
        };
    };
    readonly endSessions: {
        readonly parameters: {
            readonly query?: {
                /** @description Sessions of this account instead of one’s own; admin. */
                readonly subject?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Ended */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly enterRecoveryMode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly central: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Sent to the CCU */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly enterSafeMode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly central: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Sent to the CCU */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly estimateRadioCost: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RadioPlan"];
            };
        };
        readonly responses: {
            /** @description The cost by interface */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RadioEstimate"];
                };
            };
        };
    };
    readonly executeProgram: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: {
                /** @description A repetition with the same key within five minutes gets the first answer again. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                /** @description Id of the program. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ProgramExecuteRequest"];
            };
        };
        readonly responses: {
            /** @description Sent to the CCU */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProgramExecuteResponse"];
                };
            };
        };
    };
    readonly exportConfiguration: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                readonly paramset?: "MASTER" | "VALUES";
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device or channel. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The configuration */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExportedConfiguration"];
                };
            };
        };
    };
    readonly exportHistory: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Data points as `ADDRESS:CHANNEL:PARAMETER`, separated by commas. Everything where it is left out. */
                readonly points?: string;
                /** @description Inclusive. The beginning where it is left out. */
                readonly from?: string;
                /** @description Exclusive. Now where it is left out. */
                readonly to?: string;
                /** @description CSV, line protocol of InfluxDB, or Parquet. */
                readonly format?: "csv" | "influx" | "parquet";
                /** @description Each recorded value, or hours, or days. */
                readonly resolution?: "values" | "hours" | "days";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": unknown;
                    readonly "text/plain": unknown;
                    readonly "application/vnd.apache.parquet": unknown;
                };
            };
        };
    };
    readonly fetchSysvars: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description They have been read */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getAlarmIncident: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The alarm */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AlarmIncidentReport"];
                };
            };
        };
    };
    readonly getAlarmState: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The zones */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AlarmState"];
                };
            };
        };
    };
    readonly getAlarmWalkTestStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The walk test */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AlarmWalkTestStatus"];
                };
            };
        };
    };
    readonly getAlarmZoneReadiness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The readiness by mode */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: components["schemas"]["AlarmModeReadiness"];
                    };
                };
            };
        };
    };
    readonly getBackupStatus: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The status */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BackupStatus"];
                };
            };
        };
    };
    readonly getBackupStorage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The storage */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BackupStorage"];
                };
            };
        };
    };
    readonly getCalculatedDataPoint: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The calculated data point */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CalculatedDPSummary"];
                };
            };
        };
    };
    readonly getCentralsFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The difference */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CentralsFile"];
                };
            };
        };
    };
    readonly getChannel: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The channel */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChannelSummary"];
                };
            };
        };
    };
    readonly updateChannel: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChannelUpdate"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken it */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NameCorrections"];
                };
            };
        };
    };
    readonly getChannelFlags: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The flags */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChannelFlags"];
                };
            };
        };
    };
    readonly putChannelFlags: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChannelFlagsUpdate"];
            };
        };
        readonly responses: {
            /** @description The flags now */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChannelFlags"];
                };
            };
        };
    };
    readonly getChannelSchedule: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The schedule */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    readonly putChannelSchedule: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Schedule"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken it */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScheduleCorrections"];
                };
            };
        };
    };
    readonly getConfig: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The summary */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConfigSnapshot"];
                };
            };
        };
    };
    readonly getConfigChanges: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The settings */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConfigChanges"];
                };
            };
        };
    };
    readonly getConfigSchema: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Sections and settings */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConfigSchema"];
                };
            };
        };
    };
    readonly getConfigSection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Such as `north.rest`. */
                readonly section: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The section, secrets as `***` */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly putConfigSection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Such as `north.rest`. */
                readonly section: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly [key: string]: unknown;
                };
            };
        };
        readonly responses: {
            /** @description Saved */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SavedConfigSection"];
                };
            };
        };
    };
    readonly resetConfigSection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Such as `north.rest`. */
                readonly section: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done, also when there was nothing to take back */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getCustomDataPoint: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The custom data point */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomDPSummary"];
                };
            };
        };
    };
    readonly getDataPoint: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
                /** @description Name of the parameter. */
                readonly param: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The data point */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DataPointSummary"];
                };
            };
        };
    };
    readonly getDeviceIcon: {
        readonly parameters: {
            readonly query?: {
                /** @description The CCU, when several have the address. */
                readonly central?: string;
                /** @description `true`: 204 instead of a plain picture. */
                readonly artwork_only?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A picture */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/png": unknown;
                    readonly "image/svg+xml": unknown;
                };
            };
            /** @description There is no artwork, and no plain picture was requested */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getDeviceReplacement: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The replacement */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceReplacement"];
                };
            };
        };
    };
    readonly getDeviceSchedule: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The schedule */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    readonly putDeviceSchedule: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Schedule"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken it */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScheduleCorrections"];
                };
            };
        };
    };
    readonly getDeviceTeamCandidates: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The teams */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly candidates: readonly components["schemas"]["TeamCandidate"][];
                    };
                };
            };
        };
    };
    readonly getDeviceUiSchema: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
                /** @description Also internal parameters. */
                readonly expert?: boolean;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The form */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceFormSchema"];
                };
            };
        };
    };
    readonly getDiagnostics: {
        readonly parameters: {
            readonly query?: {
                /** @description `0` shows addresses, hosts and names as they are. */
                readonly anonymize?: "0" | "1";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The state of the gateway */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DiagnosticsDump"];
                };
            };
        };
    };
    readonly getEffectiveConfig: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The configuration */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EffectiveConfig"];
                };
            };
        };
    };
    readonly getEnergy: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Inclusive. A day before `to` where it is left out. */
                readonly from?: string;
                /** @description Exclusive. Now where it is left out. */
                readonly to?: string;
                readonly group?: "hour" | "day" | "month" | "year";
                readonly kind?: "electricity" | "gas" | "water";
                /** @description Address of one device; all where it is left out. */
                readonly device?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The devices with a meter */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EnergyResponse"];
                };
            };
        };
    };
    readonly getEntityLabels: {
        readonly parameters: {
            readonly query?: {
                /** @description Others than `de` give English. */
                readonly locale?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Names by key */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EntityLabels"];
                };
            };
        };
    };
    readonly getExposedValues: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The data points */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExposedValues"];
                };
            };
        };
    };
    readonly putExposedValue: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExposedWriteRequest"];
            };
        };
        readonly responses: {
            /** @description The data points */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExposedValues"];
                };
            };
        };
    };
    readonly getFleet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The fleet; `enabled` is false for a gateway that is alone */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FleetReport"];
                };
            };
        };
    };
    readonly getFloorplanPicture: {
        readonly parameters: {
            readonly query?: {
                /** @description The revision, so that a kept picture is not shown. */
                readonly v?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The picture */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/png": unknown;
                    readonly "image/jpeg": unknown;
                    readonly "image/webp": unknown;
                };
            };
        };
    };
    readonly putFloorplanPicture: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    /** Format: binary */
                    readonly file: string;
                };
            };
        };
        readonly responses: {
            /** @description The floor plan */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Floorplan"];
                };
            };
        };
    };
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Healthy or degraded */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    readonly getHubDataPoints: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The CCUs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["HubDataPoints"][];
                };
            };
        };
    };
    readonly getInfo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Build, run time and capabilities */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Info"];
                };
            };
        };
    };
    readonly getInterface: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description `<central>-<interface>` */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The interface */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InterfaceState"];
                };
            };
        };
    };
    readonly getLinkParamset: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device or channel. */
                readonly addr: string;
                /** @description The channel at the other end. */
                readonly peer: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Values by parameter */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ParamsetValues"];
                };
            };
        };
    };
    readonly putLinkParamset: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: {
                /** @description Token of an edit session, needed while a caller holds the lock. */
                readonly "X-Edit-Token"?: string;
            };
            readonly path: {
                /** @description Address of the device or channel. */
                readonly addr: string;
                /** @description The channel at the other end. */
                readonly peer: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ParamsetValues"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken them */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getLogLevel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The level */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LogLevel"];
                };
            };
        };
    };
    readonly putLogLevel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LogLevel"];
            };
        };
        readonly responses: {
            /** @description The level now */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LogLevel"];
                };
            };
        };
    };
    readonly getMatterSetupPayload: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The codes */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MatterSetupPayload"];
                };
            };
        };
    };
    readonly getMatterStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The bridge */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MatterStatus"];
                };
            };
        };
    };
    readonly getMetrics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Figures in the Prometheus text format */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": unknown;
                };
            };
        };
    };
    readonly getMqttStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The brokers */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MqttStatus"];
                };
            };
        };
    };
    readonly getNotify: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The channels */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotifyStatus"];
                };
            };
        };
    };
    readonly getOpenApi: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The document */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": unknown;
                };
            };
        };
    };
    readonly getOwnBackupStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The status */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnBackupStatus"];
                };
            };
        };
    };
    readonly getParamset: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device or channel. */
                readonly addr: string;
                readonly key: "VALUES" | "MASTER" | "LINK";
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Values by parameter */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ParamsetValues"];
                };
            };
        };
    };
    readonly putParamset: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: {
                /** @description Token of an edit session, needed while a caller holds the lock. */
                readonly "X-Edit-Token"?: string;
                /** @description A repetition with the same key within five minutes gets the first answer again. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                /** @description Address of the device or channel. */
                readonly addr: string;
                readonly key: "VALUES" | "MASTER" | "LINK";
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ParamsetValues"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken them */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getReceiverProposals: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The proposals */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReceiverProposals"];
                };
            };
        };
    };
    readonly getRecording: {
        readonly parameters: {
            readonly query: {
                readonly central: string;
                readonly interface_id: string;
                /** @description `ADDRESS:CHANNEL`. */
                readonly channel: string;
                readonly parameter: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description State of the recording */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecordingState"];
                };
            };
        };
    };
    readonly putRecording: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RecordingWriteRequest"];
            };
        };
        readonly responses: {
            /** @description State of the recording */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecordingState"];
                };
            };
        };
    };
    readonly getRestartPending: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Which settings wait */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RestartPending"];
                };
            };
        };
    };
    readonly getRssiMatrix: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The gateways and the devices */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RssiMatrix"];
                };
            };
        };
    };
    readonly getSecurity: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The overview */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SecurityOverview"];
                };
            };
        };
    };
    readonly getSecurityClass: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly class: "smoke" | "water" | "co" | "alarm" | "tamper" | "sabotage" | "unreachable" | "battery" | "fault";
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The class */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SecurityClassReport"];
                };
            };
        };
    };
    readonly getSnapshot: {
        readonly parameters: {
            readonly query?: {
                /** @description `channels`, `data_points` (which implies channels), separated by commas. Others are ignored. */
                readonly include?: string;
                /** @description Names become pseudonyms that are the same within one snapshot. */
                readonly anonymize?: boolean;
                /** @description The same in other spelling. */
                readonly anonymise?: boolean;
                /** @description Members of data points to leave out, separated by commas: `additional_information`, `data_point_type`, `default`, `last_changed_at`, `last_seen_at`, `translated_name`, `ui_hint`, `value_age_seconds`. Others are ignored. */
                readonly omit?: string;
                /** @description With `include=data_points`: common properties of data points stand once. They come as `values` that refer to `descriptions`, without `unique_id`; a third of the size, and quicker to make and to read. */
                readonly shared?: boolean;
                /** @description Only the devices with these addresses, separated by commas; those that are not there are left out. */
                readonly device?: string;
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The house */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Snapshot"];
                    readonly "application/x-ndjson": unknown;
                };
            };
        };
    };
    readonly getStandby: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The devices, the highest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EnergyStandby"];
                };
            };
        };
    };
    readonly getSysvarUsage: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Name of the system variable. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The programs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SysvarUsage"];
                };
            };
        };
    };
    readonly getTariffs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The tariffs, with their revision */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EnergyTariffs"];
                };
            };
        };
    };
    readonly setTariffs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EnergyTariffsWriteRequest"];
            };
        };
        readonly responses: {
            /** @description The stored tariffs, with their new revision */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EnergyTariffs"];
                };
            };
        };
    };
    readonly getUiSchema: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                readonly paramset?: "VALUES" | "MASTER" | "LINK";
                /** @description The channel at the other end, for LINK. */
                readonly peer?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
                /** @description Also internal parameters. */
                readonly expert?: boolean;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The form */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FormSchema"];
                };
            };
        };
    };
    readonly getValueMetrics: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Patterns, separated by commas: `PARAMETER` or `ADDRESS:CHANNEL:PARAMETER`; `*` stands for any text. The data points of `/metrics/values/chosen` where it is left out. */
                readonly points?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Values in the Prometheus text format */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": unknown;
                };
            };
        };
    };
    readonly getWebhooksStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhooks */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhooksStatus"];
                };
            };
        };
    };
    readonly getWeekProfile: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The week profile */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WeekProfileResponse"];
                };
            };
        };
    };
    readonly getWsCatalogue: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The catalogue */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": unknown;
                };
            };
        };
    };
    readonly ignoreDiscoveredCentral: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly serial: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is left out */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly unignoreDiscoveredCentral: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly serial: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is shown again */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly importConfiguration: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: {
                /** @description Token of an edit session, needed while a caller holds the lock. */
                readonly "X-Edit-Token"?: string;
            };
            readonly path: {
                /** @description Address of the device or channel. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExportedConfiguration"];
            };
        };
        readonly responses: {
            /** @description How many parameters were sent */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly written: number;
                    };
                };
            };
        };
    };
    readonly installSystemUpdate: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Sent to the CCU */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly invokeCustomDataPoint: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                readonly name: string;
                readonly operation: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CustomDPInvokeRequest"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken it */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly linkableChannels: {
        readonly parameters: {
            readonly query: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
                /** @description The role of this channel. */
                readonly role: "sender" | "receiver";
                /** @description Interface of the device; links never leave it. */
                readonly interface: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The channels */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["LinkableChannel"][];
                };
            };
        };
    };
    readonly listActs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The acts */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ActList"];
                };
            };
        };
    };
    readonly startAct: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewAct"];
            };
        };
        readonly responses: {
            /** @description The act has begun */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Act"];
                };
            };
        };
    };
    readonly listAlarmIncidents: {
        readonly parameters: {
            readonly query?: {
                readonly zone?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The alarms */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AlarmIncident"][];
                };
            };
        };
    };
    readonly listAlarmJournal: {
        readonly parameters: {
            readonly query?: {
                readonly zone?: string;
                readonly class?: "arm" | "disarm" | "trigger" | "silence" | "bypass" | "fault" | "test" | "config";
                /** @description Inclusive. */
                readonly from?: string;
                /** @description Exclusive. */
                readonly to?: string;
                /** @description At most 5000 are returned. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The entries */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AlarmJournalEntry"][];
                };
            };
        };
    };
    readonly listAlarmMessages: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. Without it and `per_page` everything is returned. */
                readonly page?: number;
                /** @description Entries on a page (50 when only `page` is given). */
                readonly per_page?: number;
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The messages; `X-Total-Count` counts them */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AlarmMessage"][];
                };
            };
        };
    };
    readonly listAlarmOutputCandidates: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The channels */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AlarmOutputCandidate"][];
                };
            };
        };
    };
    readonly listAlarmPanels: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The panels */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AlarmPanelEntity"][];
                };
            };
        };
    };
    readonly listAlarmRemoteKeyCandidates: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The keys */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AlarmRemoteKeyCandidate"][];
                };
            };
        };
    };
    readonly listAlarmSensorCandidates: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The data points */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AlarmSensorCandidate"][];
                };
            };
        };
    };
    readonly listAlarmZoneOutputs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The outputs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AlarmOutput"][];
                };
            };
        };
    };
    readonly putAlarmZoneOutputs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": readonly components["schemas"]["AlarmOutput"][];
            };
        };
        readonly responses: {
            /** @description Replaced */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listAlarmZoneSensors: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sensors */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AlarmSensor"][];
                };
            };
        };
    };
    readonly putAlarmZoneSensors: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": readonly components["schemas"]["AlarmSensor"][];
            };
        };
        readonly responses: {
            /** @description Replaced */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listAllLinks: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The links */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly links: readonly components["schemas"]["Link"][];
                    };
                };
            };
        };
    };
    readonly listApplyTargets: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the channel. */
                readonly addr: string;
                readonly key: "MASTER";
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The channels */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly targets: readonly components["schemas"]["ApplyTarget"][];
                    };
                };
            };
        };
    };
    readonly listAudit: {
        readonly parameters: {
            readonly query?: {
                /** @description Beginning of a device address, any case. */
                readonly device?: string;
                /** @description Part of an action, any case. */
                readonly op?: string;
                /** @description Inclusive. */
                readonly since?: string;
                /** @description Exclusive. */
                readonly until?: string;
                /** @description Entries at most; 0 means 1000, more than 10000 means 10000. */
                readonly limit?: number;
                readonly offset?: number;
                /** @description `csv` gives a file to download. */
                readonly format?: "csv" | "json";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The entries, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AuditEntry"][];
                    readonly "text/csv": unknown;
                };
            };
        };
    };
    readonly listCalculatedDataPoints: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The calculated data points */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["CalculatedDPSummary"][];
                };
            };
        };
    };
    readonly listCcus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The CCUs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly entries: readonly components["schemas"]["SystemCCUEntry"][];
                    };
                };
            };
        };
    };
    readonly listChannels: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The channels, in order of their numbers */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ChannelSummary"][];
                };
            };
        };
    };
    readonly listCustomDataPoints: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The custom data points */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["CustomDPSummary"][];
                };
            };
        };
    };
    readonly listDataPoints: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The data points */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["DataPointSummary"][];
                };
            };
        };
    };
    readonly listDeviceReplacements: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The replacements */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["DeviceReplacement"][];
                };
            };
        };
    };
    readonly listDevices: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. */
                readonly page?: number;
                /** @description Entries on a page. */
                readonly per_page?: number;
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of devices */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceList"];
                };
            };
        };
    };
    readonly listDiscoveredCentrals: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Without the ignored ones */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["DiscoveredCcu"][];
                };
            };
        };
    };
    readonly listEventGroups: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One group for each kind */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["EventGroupSummary"][];
                };
            };
        };
    };
    readonly listEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Events after this number. */
                readonly since?: number;
                /** @description Patterns, separated by commas. Default: everything. */
                readonly topics?: string | readonly string[];
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of events, oldest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventLogPage"];
                };
            };
        };
    };
    readonly listGroupTypes: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The kinds */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly types: readonly components["schemas"]["GroupTypeEntry"][];
                    };
                };
            };
        };
    };
    readonly listHubMetrics: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The CCUs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["HubMetricsEntry"][];
                };
            };
        };
    };
    readonly listIgnoredCentrals: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The ignored CCUs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["IgnoredCcu"][];
                };
            };
        };
    };
    readonly listInbox: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The devices */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["InboxDevice"][];
                };
            };
        };
    };
    readonly listInstallModes: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The interfaces that can */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["InstallModeInterfaceEntry"][];
                };
            };
        };
    };
    readonly setInterfaceInstallMode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InstallModeInterfaceRequest"];
            };
        };
        readonly responses: {
            /** @description Sent to the CCU */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listInterfaces: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The interfaces */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["InterfaceState"][];
                };
            };
        };
    };
    readonly listLogLevels: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The levels */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LogLevels"];
                };
            };
        };
    };
    readonly listLoginNames: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Names and roles */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["UserListEntry"][];
                };
            };
        };
    };
    readonly listLogs: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                /** @description Lines of lower levels are left out. */
                readonly min_level?: "debug" | "info" | "warn" | "error";
                readonly format?: "json" | "ndjson";
                /** @description `1` names it a file. */
                readonly download?: "0" | "1";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The lines, oldest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LogPage"];
                    readonly "application/x-ndjson": unknown;
                };
            };
        };
    };
    readonly listMatterExposable: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All that it could show, in a lasting order */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MatterExposureList"];
                };
            };
        };
    };
    readonly setMatterExposable: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MatterExposureUpdate"];
            };
        };
        readonly responses: {
            /** @description Chosen */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listMatterFabrics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The fabrics */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MatterFabricList"];
                };
            };
        };
    };
    readonly listProblemTimes: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Address of a device. */
                readonly device?: string;
                /** @description Inclusive. 30 days before `to` where it is left out. */
                readonly from?: string;
                /** @description Exclusive. Now where it is left out. */
                readonly to?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The problems */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ProblemPeriod"][];
                };
            };
        };
    };
    readonly listProblems: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. Without it and `per_page` everything is returned. */
                readonly page?: number;
                /** @description Entries on a page (50 when only `page` is given). */
                readonly per_page?: number;
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The problems; `X-Total-Count` counts them */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["InstallationProblem"][];
                };
            };
        };
    };
    readonly listPrograms: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. Without it and `per_page` everything is returned. */
                readonly page?: number;
                /** @description Entries on a page (50 when only `page` is given). */
                readonly per_page?: number;
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Also programs that the CCU made for itself; absent: by `include_internal_programs` of the CCU. */
                readonly include_internal?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The programs; `X-Total-Count` counts them */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ProgramSummary"][];
                };
            };
        };
    };
    readonly listReliability: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The links */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ReliabilityEntry"][];
                };
            };
        };
    };
    readonly listReplaceCandidates: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the new device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The devices */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ReplaceCandidate"][];
                };
            };
        };
    };
    readonly listSchedules: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The devices */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ScheduleListItem"][];
                    };
                };
            };
        };
    };
    readonly listSecurityFaults: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The causes */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["SecurityFault"][];
                };
            };
        };
    };
    readonly listSecuritySources: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sources */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["SecuritySource"][];
                };
            };
        };
    };
    readonly listServiceMessages: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. Without it and `per_page` everything is returned. */
                readonly page?: number;
                /** @description Entries on a page (50 when only `page` is given). */
                readonly per_page?: number;
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The messages; `X-Total-Count` counts them */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ServiceMessage"][];
                };
            };
        };
    };
    readonly listSignals: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Devices that say */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly devices: readonly components["schemas"]["SignalEntry"][];
                    };
                };
            };
        };
    };
    readonly listStreams: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The connections */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly connections: readonly components["schemas"]["StreamConnection"][];
                    };
                };
            };
        };
    };
    readonly listSuitableGroupMembers: {
        readonly parameters: {
            readonly query: {
                /** @description Id of the kind of group. */
                readonly type_id: string;
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The devices */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SuitableMembersResponse"];
                };
            };
        };
    };
    readonly listSuppressedServiceMessages: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Asked of the CCUs just now */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["SuppressedServiceMessage"][];
                };
            };
        };
    };
    readonly listSystemStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The notices, oldest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly events: readonly components["schemas"]["SystemStatusEvent"][];
                    };
                };
            };
        };
    };
    readonly listSystemUpdates: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The CCUs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["SystemUpdateEntry"][];
                };
            };
        };
    };
    readonly listTriggeredMotion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sensors */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AlarmTriggeredMotion"][];
                };
            };
        };
    };
    readonly listUnignore: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description By CCU */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UnIgnoreList"];
                };
            };
        };
    };
    readonly putUnignore: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UnIgnoreUpdate"];
            };
        };
        readonly responses: {
            /** @description What counts now */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UnIgnoreUpdated"];
                };
            };
        };
    };
    readonly listUnignoreCandidates: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
                /** @description Also those of the MASTER paramsets. */
                readonly include_master?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The parameters */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UnIgnoreCandidates"];
                };
            };
        };
    };
    readonly listWarnings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The warnings, the worst first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["SecurityFault"][];
                };
            };
        };
    };
    readonly login: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Credentials"];
            };
        };
        readonly responses: {
            /** @description Who signed in. The session and its CSRF token are cookies. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Identity"];
                };
            };
        };
    };
    readonly logout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description There is no session any more */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly me: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The identity of the caller */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Identity"];
                };
            };
        };
    };
    readonly openMatterWindow: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MatterCommissioningWindowRequest"];
            };
        };
        readonly responses: {
            /** @description It is open, with these codes */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MatterCommissioningWindowResponse"];
                };
            };
        };
    };
    readonly postUiEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UiEvent"];
            };
        };
        readonly responses: {
            /** @description Noted */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly powerOffCcu: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly central: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Sent to the CCU */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly previewLinkProfile: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Language of the labels. */
                readonly locale?: "de" | "en";
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LinkProfileRequest"];
            };
        };
        readonly responses: {
            /** @description The changes */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LinkProfilePreview"];
                };
            };
        };
    };
    readonly previewMqttDevice: {
        readonly parameters: {
            readonly query?: {
                /** @description Needed when several CCUs have the address. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly name: string;
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Its topics, and its discovery */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MqttDevicePreview"];
                };
            };
        };
    };
    readonly previewNotify: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NotifyPreviewRequest"];
            };
        };
        readonly responses: {
            /** @description The text */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotifyPreview"];
                };
            };
        };
    };
    readonly previewTariffs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EnergyTariffsWriteRequest"];
            };
        };
        readonly responses: {
            /** @description The costs before and after */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EnergyTariffPreview"];
                };
            };
        };
    };
    readonly probeCentral: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CentralRow"];
            };
        };
        readonly responses: {
            /** @description The outcome */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CentralProbe"];
                };
            };
        };
    };
    readonly putSecuritySource: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly ref: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SecuritySourceUpdate"];
            };
        };
        readonly responses: {
            /** @description The source */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SecuritySource"];
                };
            };
        };
    };
    readonly readHistory: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Data points as `ADDRESS:CHANNEL:PARAMETER`, separated by commas. */
                readonly points?: string;
                /** @description Ids of interfaces, separated by commas: their duty cycle and carrier sense. */
                readonly interfaces?: string;
                /** @description Inclusive. A day before `to` where it is left out. */
                readonly from?: string;
                /** @description Exclusive. Now where it is left out. */
                readonly to?: string;
                /** @description Of each series; 300 where it is left out. */
                readonly max_points?: number;
                /** @description With `channel`: the interface it has to belong to. */
                readonly interface_id?: string;
                /** @description One channel as `ADDRESS:CHANNEL`, with `parameter`. */
                readonly channel?: string;
                /** @description Of `channel`. */
                readonly parameter?: string;
                /** @description With `channel`: into how many parts the range is divided, at most 2000; 200 where it is left out or not above 0. */
                readonly buckets?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The series, in the order of the request. With `channel`: a list of `{ts, avg, min, max, count}`, which clients that ask that way expect */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ValueHistory"];
                };
            };
        };
    };
    readonly readRadioBudget: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The radio modules */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RadioBudget"];
                };
            };
        };
    };
    readonly readRadioTraffic: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
                /** @description Rows of `writes`, and of `reports`; 50 where it is left out. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Writes and reports, hour by hour */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RadioTraffic"];
                };
            };
        };
    };
    readonly readValuesBatch: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ValuesBatchRequest"];
            };
        };
        readonly responses: {
            /** @description One result for each query, in the same order */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ValuesBatchResponse"];
                };
            };
        };
    };
    readonly rebootCcu: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly central: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Sent to the CCU */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly reconnectInterface: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description `<central>-<interface>` */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It has begun */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly refreshDevices: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Begun */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly refreshFirmwareData: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly releaseDevice: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Released */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly reloadChannel: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly reloadDevice: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly removeMatterFabric: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The bridge belongs to it no more */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly renewPush: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PushSubscription"];
            };
        };
        readonly responses: {
            /** @description The device */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PushDevice"];
                };
            };
        };
    };
    readonly removePush: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Off */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly renewEditSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description `channel:<address>:MASTER`, `channel:<address>:LINK:<peer>` and the like. */
                    readonly key?: string;
                    readonly token?: string;
                    /** @description Needed when several CCUs have the address in the key. */
                    readonly central?: string;
                };
            };
        };
        readonly responses: {
            /** @description The lock */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EditSession"];
                };
            };
        };
    };
    readonly replaceDevice: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the new device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Address of the device that it takes the place of. */
                    readonly old_address: string;
                    /** @default false */
                    readonly dry_run?: boolean;
                    /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                    readonly central?: string;
                };
            };
        };
        readonly responses: {
            /** @description The plan of a dry run */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceReplacement"];
                };
            };
            /** @description The CCU has exchanged the devices; the rest goes on */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceReplacement"];
                };
            };
        };
    };
    readonly resetAlarmMotion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The outcome of each sensor */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AlarmMotionReset"];
                };
            };
        };
    };
    readonly resetAlarmZoneMotion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The outcome of each sensor */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AlarmMotionReset"];
                };
            };
        };
    };
    readonly resetConfigField: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Dotted path of the setting. */
                readonly path: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done, also when there was nothing to take back */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly restartGateway: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It stops after this answer */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RestartAnswer"];
                };
            };
        };
    };
    readonly restoreBackup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the backup. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Sent to the CCU */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly restoreDeviceConfig: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Begun; CONFIG_PENDING of the device ends when it is done */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly restoreOwnBackup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the backup. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description Restores the key in the backup, too. */
                    readonly passphrase?: string;
                    /** @description Everything is checked, and nothing is restored. */
                    readonly check_only?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description It can be restored; nothing was changed */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnRestoreChecked"];
                };
            };
            /** @description It was checked; the gateway stops now and restores it */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnRestoreChecked"];
                };
            };
        };
    };
    readonly runDoctor: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of one CCU. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All findings, the good ones too */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoctorReport"];
                };
            };
        };
    };
    readonly searchDevices: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Such as `HmIP-RF`, or `<central>-<interface>`. */
                    readonly interface: string;
                    readonly central?: string;
                };
            };
        };
        readonly responses: {
            /** @description How many were found; they wait in the inbox */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceSearchResult"];
                };
            };
        };
    };
    readonly setAreaRooms: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AreaRooms"];
            };
        };
        readonly responses: {
            /** @description The area */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Area"];
                };
            };
        };
    };
    readonly setCcuPosition: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly central: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CcuPosition"];
            };
        };
        readonly responses: {
            /** @description The CCU has it, also after its next restart */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setChannelActiveProfile: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ActiveProfileRequest"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken it */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setDataPointValue: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: {
                /** @description A repetition with the same key within five minutes gets the first answer again. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
                /** @description Name of the parameter. */
                readonly param: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetValueRequest"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken the value */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setDeviceActiveProfile: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ActiveProfileRequest"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken it */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setDeviceChannelTeam: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TeamRequest"];
            };
        };
        readonly responses: {
            /** @description Taken; the devices follow over the air */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setDeviceReceiver: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReceiverRequest"];
            };
        };
        readonly responses: {
            /** @description The gateway, as the CCU describes the device now */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReceiverOfDevice"];
                };
            };
        };
    };
    readonly setInstallMode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InstallModeInterfaceRequest"];
            };
        };
        readonly responses: {
            /** @description Sent to the CCU */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setMatterExposables: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MatterExposureBulkUpdate"];
            };
        };
        readonly responses: {
            /** @description How many of them were taken */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly applied: number;
                    };
                };
            };
            /** @description None of them was taken */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setScheduleChannelLock: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
                /** @description Number of the channel, from 0. */
                readonly no: number;
                /** @description Such as 1_1. */
                readonly key: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChannelLockRequest"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken it */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetupRequest"];
            };
        };
        readonly responses: {
            /** @description The administrator exists */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setupStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Whether setup is needed */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly required: boolean;
                        /** @description True when setup asks for the code that stands in the log. */
                        readonly code_required?: boolean;
                    };
                };
            };
        };
    };
    readonly shareMatterBridge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MatterCommissioningWindowRequest"];
            };
        };
        readonly responses: {
            /** @description It is open, with these codes */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MatterCommissioningWindowResponse"];
                };
            };
        };
    };
    readonly silenceAlarmZone: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AlarmVerbRequest"];
            };
        };
        readonly responses: {
            /** @description Silenced */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly silenceAllAlarmZones: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Silenced */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly silenceWarning: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SecuritySilence"];
            };
        };
        readonly responses: {
            /** @description The silenced cause */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SecurityFault"];
                };
            };
        };
    };
    readonly unsilenceWarning: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It counts again */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly startAlarmWalkTest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Started */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly stopAlarmWalkTest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Ended */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly streamEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Patterns, separated by commas. Default: everything. */
                readonly topics?: string | readonly string[];
                readonly since?: number;
                /** @description For a reader that has fallen behind: `replay_lost`, or the newest of everything. */
                readonly mode?: "all" | "latest";
            };
            readonly header?: {
                /** @description `seq` of the last event seen. */
                readonly "Last-Event-ID"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description An endless stream */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": unknown;
                };
            };
        };
    };
    readonly streamLogs: {
        readonly parameters: {
            readonly query?: {
                /** @description Begin after this `seq`. */
                readonly since?: number;
                /** @description Lines of lower levels are left out. */
                readonly min_level?: "debug" | "info" | "warn" | "error";
            };
            readonly header?: {
                /** @description `seq` of the last line seen. */
                readonly "Last-Event-ID"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description An endless stream */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": unknown;
                };
            };
        };
    };
    readonly takeCentralsFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Those of the file count */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly takeOverEditSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description `channel:<address>:MASTER`, `channel:<address>:LINK:<peer>` and the like. */
                    readonly key: string;
                    /** @description Needed when several CCUs have the address in the key. */
                    readonly central?: string;
                };
            };
        };
        readonly responses: {
            /** @description The lock is free */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly teachInDevice: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly seconds?: number;
                };
            };
        };
        readonly responses: {
            /** @description Sent to the CCU */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly testAlarmOutput: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AlarmOutputTestRequest"];
            };
        };
        readonly responses: {
            /** @description Started */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly testConfigSection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Such as `north.rest`. */
                readonly section: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The whole section. `***` stands for the stored secret. */
                    readonly settings: {
                        readonly [key: string]: unknown;
                    };
                    /** @description Which broker, webhook or channel, in a section with several of them. */
                    readonly name?: string;
                };
            };
        };
        readonly responses: {
            /** @description The outcome */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConfigTest"];
                };
            };
        };
    };
    readonly testDevice: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The outcome */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CommunicationTestResult"];
                };
            };
        };
    };
    readonly testInterfaceLoop: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description `<central>-<interface>` */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The outcome */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LoopTestResult"];
                };
            };
        };
    };
    readonly testLink: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LinkTestRequest"];
            };
        };
        readonly responses: {
            /** @description The CCU has taken it; battery devices follow when they wake */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly testNotify: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The outcome */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotifyTest"];
                };
            };
        };
    };
    readonly testWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The outcome */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookTest"];
                };
            };
        };
    };
    readonly unsuppressServiceMessage: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Address of the channel. */
                    readonly channel: string;
                    readonly interface?: string;
                    /** @description Without it, all service parameters of the channel. */
                    readonly parameter?: string;
                };
            };
        };
        readonly responses: {
            /** @description Sent to the CCU */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateFirmware: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: {
                /** @description A repetition with the same key within five minutes gets the first answer again. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                /** @description Address of the device. */
                readonly addr: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Begun */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: "scheduled";
                        readonly duty_cycle_warning?: number;
                    };
                };
            };
        };
    };
    readonly uploadBackup: {
        readonly parameters: {
            readonly query?: {
                /** @description Name of the CCU. Needed only where the same address exists on several CCUs. */
                readonly central?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    /** Format: binary */
                    readonly file: string;
                };
            };
        };
        readonly responses: {
            /** @description The backup */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BackupEntry"];
                };
            };
        };
    };
    readonly uploadOwnBackup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    /** Format: binary */
                    readonly file: string;
                };
            };
        };
        readonly responses: {
            /** @description Its content */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnBackupContents"];
                };
            };
        };
    };
    readonly verifyAlarmJournal: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AlarmJournalProof"];
                };
            };
        };
    };
    readonly verifyOwnBackup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the backup. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is whole */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnBackupContents"];
                };
            };
        };
    };
    readonly writeCentralsFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file has them */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
