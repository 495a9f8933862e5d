import { createRequire } from 'node:module';
import type { Logger } from '@ccu-gateway/gateway-core';
import type * as Pino from 'pino';
import { isAtLeast, type LogLevel, type LogLevels } from './levels.js';
import type { LogRecords } from './records.js';
import { createRepeatLimit } from './repeats.js';

// Not imported: with the first CommonJS package that is imported, Node keeps 7 MB for the reader of its exports.
const { pino } = createRequire(import.meta.url)('pino') as typeof Pino;

export type LogFields = Readonly<Record<string, unknown>>;

/** A logger of one part of the gateway. Fields are redacted before they go anywhere. */
export interface Log extends Logger {
  /** A logger below this one; its path is dotted. */
  child(name: string): Log;
}

export interface LogOptions {
  readonly levels: LogLevels;
  readonly records: LogRecords;
  readonly format: 'json' | 'text' | 'text-color';
  readonly out: Pino.DestinationStream;
  /** Lines go to the journal of systemd: each begins with its priority, and texts leave the time to the journal. */
  readonly journal?: boolean | undefined;
  readonly now: () => number;
}

/** Priorities of syslog, which the journal takes from the beginning of a line. */
const priorities: Readonly<Record<LogLevel, number>> = { debug: 7, info: 6, warn: 4, error: 3 };
const colors: Readonly<Record<LogLevel, string>> = { debug: '90', info: '36', warn: '33', error: '31' };

export function createLog(options: LogOptions): Log {
  const { journal = false } = options;
  /** Of the line that is written now. */
  let priority = '';
  const out = journal ? { write: (line: string) => options.out.write(priority + line) } : options.out;
  const json = pino(
    {
      level: 'debug',
      base: null,
      messageKey: 'msg',
      timestamp: () => `,"time":"${new Date(options.now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    out,
  );

  function text(level: LogLevel, path: string, message: string, fields: LogFields): string {
    const label =
      options.format === 'text-color' ? `\u001b[${colors[level]}m${level.padEnd(5)}\u001b[0m` : level.padEnd(5);
    const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
    const time = journal ? '' : `${new Date(options.now()).toISOString()} `;
    return `${time}${label} ${path}: ${message}${rest.join('')}\n`;
  }

  const limited = createRepeatLimit(options.now);

  function write(wanted: LogLevel, path: string, message: string, fields: LogFields = {}): void {
    const level = limited(wanted, fields);
    if (!isAtLeast(level, options.levels.levelOf(path))) return;
    const clean = redact(fields) as LogFields;
    options.records.add({ at: options.now(), level, logger: path, message, fields: clean });
    priority = `<${priorities[level]}>`;
    if (options.format === 'json') json[level]({ logger: path, ...withoutOwnNames(clean) }, message);
    else out.write(text(level, path, message, clean));
  }

  function logger(path: string): Log {
    return {
      debug: (message, fields) => write('debug', path, message, fields),
      info: (message, fields) => write('info', path, message, fields),
      warn: (message, fields) => write('warn', path, message, fields),
      error: (message, fields) => write('error', path, message, fields),
      child: (name) => logger(`${path}.${name}`),
    };
  }

  return logger('gateway');
}

/** Members of every line: no field replaces them. */
const OWN_NAMES: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'logger']);

function withoutOwnNames(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [OWN_NAMES.has(name) ? `field_${name}` : name, value]),
  );
}

const SECRET_KEY =
  /password|passwd|token|api_?key|client_?secret|secret|authorization|cookie|session_?id|\bsid\b|bearer|private_?key/i;
/** Fields with a secret-looking name: counts, names and references that are meant to be shown. */
const HARMLESS_KEY = /^(fingerprint|credential|scheme|tokens?_count)$/i;
const URL_WITH_USER = /\/\/[^/@\s]+@/g;
const SID_IN_URL = /([?&]sid=)[^&\s]+/gi;

const MAX_DEPTH = 6;

/** A copy of log fields in which every member with a secret's name is replaced, and URLs carry no credentials. */
function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string')
    return value.replace(URL_WITH_USER, '//[redacted]@').replace(SID_IN_URL, '$1[redacted]');
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.slice(0, 100).map((entry) => redact(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      SECRET_KEY.test(key) && !HARMLESS_KEY.test(key) && typeof entry !== 'number' && typeof entry !== 'boolean'
        ? '[redacted]'
        : redact(entry, depth + 1),
    ]),
  );
}

function redactError(error: Error, depth: number): unknown {
  const code = (error as { code?: unknown }).code;
  return {
    name: error.name,
    ...(code === undefined ? {} : { code }),
    message: redact(error.message, depth + 1),
    ...(error.cause instanceof Error ? { cause: redact(error.cause, depth + 1) } : {}),
  };
}
