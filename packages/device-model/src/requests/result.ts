/** The missing part of a request. */
export type Missing =
  | 'central'
  | 'interface'
  | 'device'
  | 'channel'
  | 'parameter'
  | 'custom_data_point'
  | 'calculated_data_point'
  | 'operation'
  | 'paramset'
  | 'schedule'
  | 'link'
  | 'program'
  | 'sysvar'
  | 'message';

/** The model has no item of that name or address; `what` names the part at which the search ended. */
export type NotFound = {
  readonly ok: false;
  readonly code: 'not_found';
  readonly what: Missing;
  readonly message: string;
};

/** The same address exists on several CCUs: nothing is done until the request names one. */
export type CentralRequired = {
  readonly ok: false;
  readonly code: 'conflict';
  readonly reason: 'central_required';
  readonly centrals: readonly string[];
  readonly message: string;
};

/** Reason of a failed lookup. */
export type LookupFailure = NotFound | CentralRequired;

/** One thing wrong with an input. `min`/`max` stand only where a bound was missed. */
export interface FieldError {
  readonly field: string;
  readonly reason: string;
  readonly min?: number;
  readonly max?: number;
}

/** The input is wrong; `errors` names every wrong field with its allowed values. */
export type Invalid = {
  readonly ok: false;
  readonly code: 'validation';
  readonly message: string;
  readonly errors: readonly FieldError[];
};

/** Shape and range are right, but it cannot be done here and now (wrong kind of device, nothing to copy, …). */
export type Unsupported = { readonly ok: false; readonly code: 'unsupported'; readonly message: string };

/** An operator has locked this channel against control writes. */
export type Locked = { readonly ok: false; readonly code: 'locked'; readonly message: string };

/** A question that has an answer. */
export type Ok<T> = { readonly ok: true; readonly value: T };
/** The answer to a question about something that a request named, or why it was not found. */
export type Found<T> = Ok<T> | LookupFailure;

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

export const notFound = (what: Missing, message: string): NotFound => ({ ok: false, code: 'not_found', what, message });

export const invalid = (message: string, errors: readonly FieldError[]): Invalid => ({
  ok: false,
  code: 'validation',
  message,
  errors,
});
