import { GatewayError } from '@ccu-gateway/gateway-core';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';

/** Largest answer in characters: an assistant reads all of it. */
const MAX_CHARACTERS = 48 * 1024;
const MAX_ERRORS = 20;

type Body = Readonly<Record<string, unknown>>;

/** An answer as JSON. Texts of devices are values of its members and never part of a sentence. */
export function resultOf(body: Body): CallToolResult {
  const text = JSON.stringify(body);
  if (text.length > MAX_CHARACTERS) {
    return refusalOf({
      code: 'payload_too_large',
      message: `The answer has ${text.length} characters, of ${MAX_CHARACTERS} at most: ask for less`,
    });
  }
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Record<string, unknown> };
}

/** A refusal that the assistant can act on. */
export function refusalOf(error: Body): CallToolResult {
  const body = { error };
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body, isError: true };
}

/** Refusal of arguments, field by field. Values are not repeated. */
export function invalidArguments({ issues }: z.core.$ZodError): CallToolResult {
  const errors = issues.slice(0, MAX_ERRORS).map(({ path, message }) => ({
    field: path.map(String).join('.').slice(0, 200),
    reason: message.slice(0, 300),
  }));
  return refusalOf({ code: 'validation', message: 'Some arguments are wrong', errors });
}

/** Members of an error body for a failed use case; undefined for other errors. */
export function errorBodyOf(error: unknown): Body | undefined {
  if (!(error instanceof GatewayError)) return undefined;
  const { code, message, details } = error;
  const { reason, errors, retryAfterSeconds, members } = details;
  return {
    code,
    ...(reason === undefined ? {} : { reason }),
    message,
    ...(errors === undefined ? {} : { errors: errors.slice(0, MAX_ERRORS) }),
    ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
    ...members,
  };
}
