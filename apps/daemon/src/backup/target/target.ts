import { BackupError } from '../errors.js';
import type { BackupTarget, TargetSettings } from './place.js';

/** Opens the place of the settings; undefined where there is none. Its library is loaded when it is used for the first time. */
export async function openTarget(settings: TargetSettings, signal: AbortSignal): Promise<BackupTarget | undefined> {
  const { kind, url, region, username } = settings;
  const options = { url, region, username, password: settings.password?.reveal() ?? '', signal };
  if (kind === 'webdav') return (await import('./webdav.js')).openWebdav(options);
  if (kind === 's3') return (await import('./s3.js')).openS3(options);
  return undefined;
}

/** Error of a target in words for people: neither credentials nor a path of its URL. */
export function targetError(error: unknown, url: string): BackupError {
  if (error instanceof BackupError) return error;
  const host = URL.canParse(url) ? new URL(url).host : 'the target';
  return new BackupError('backup_target_failed', `${host}: ${whyOf(error)}`, undefined, { cause: error });
}

/** Codes of Node for a certificate that it does not trust. */
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;

function whyOf(error: unknown): string {
  const status = statusOf(error);
  if (status === 401 || status === 403) return `it does not take the user name or the password (${status})`;
  if (status === 404 || status === 409) return `there is no such folder or bucket (${status})`;
  if (status === 413) return 'it does not take a file of this size (413)';
  if (status === 507) return 'it has no room (507)';
  if (status !== undefined) return `it answered ${status}`;
  const { name } = error as Error;
  if (name === 'TimeoutError') return 'it did not answer in time';
  const { code, message } = faultOf(error);
  if (message?.includes('redirect')) return 'it leads elsewhere, which is not followed';
  if (code !== undefined && UNTRUSTED.test(code)) {
    return `its certificate is not trusted (${code}): name the one of its authority in NODE_EXTRA_CA_CERTS`;
  }
  return `it cannot be reached (${code ?? name})`;
}

/**
 * Finds the error of Node about the connection in the cause; the library for S3 copies some of them into its own error.
 */
function faultOf(error: unknown): { readonly code?: string | undefined; readonly message?: string | undefined } {
  const { code, cause } = error as {
    readonly code?: unknown;
    readonly cause?: { readonly code?: string; readonly message?: string };
  };
  return { code: typeof code === 'string' ? code : cause?.code, message: cause?.message };
}

function statusOf(error: unknown): number | undefined {
  const { status } = error as { readonly status?: unknown };
  return typeof status === 'number' ? status : undefined;
}
