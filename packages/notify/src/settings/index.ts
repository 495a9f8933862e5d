export { CHANNEL_KINDS, type ChannelKind, type ChannelMembers, channelFaults, TEMPLATE_WORDS } from './channels.js';
export { LANGUAGES, type Language, minuteOf, type Rule, SUBJECTS, type Subject, type ValueLine } from './rules.js';
