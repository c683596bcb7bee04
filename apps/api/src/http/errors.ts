import { AppendTooLarge, EventTooLarge, StoreError } from '@bitacora/event-store';
import { HttpException } from '@nestjs/common';
import type { EdgeCode } from '../messages/index.js';
import { ApiError, malformedRequest } from '../problem.js';

/** Seconds after which trying again makes sense when the store cannot be reached. */
const RETRY_AFTER = '1';

/**
 * Any error as one of ours. What we do not know becomes `INTERNAL`: nothing of it is shown. `maxBody`: how many bytes a body may have,
 * where one was read.
 */
export function apiErrorOf(error: unknown, maxBody?: number): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StoreError) return storeError(error);
  if (hasGone(error)) return new ApiError('MALFORMED');
  if (error instanceof HttpException) return frameworkError(error.getStatus(), maxBody);
  return isFrameworkError(error) ? frameworkError(error.statusCode, maxBody) : new ApiError('INTERNAL');
}

function storeError(error: StoreError): ApiError {
  switch (error.code) {
    case 'STORE_UNAVAILABLE':
    case 'STORE_ACCESS_DENIED':
      return new ApiError('STORE_UNAVAILABLE', { headers: { 'Retry-After': RETRY_AFTER } });
    case 'STORE_CLOSED':
      return new ApiError('SHUTTING_DOWN', { headers: { 'Retry-After': RETRY_AFTER } });
    case 'EVENT_TOO_LARGE':
    case 'APPEND_TOO_LARGE':
      return tooLarge(bytesOf(error));
    case 'INVALID_POSITION':
      return malformedRequest({ in: 'query', pointer: 'afterPosition', problem: 'badPosition' });
    default:
      return new ApiError('INTERNAL');
  }
}

/** How many bytes the store takes, where it is those that are too many. */
function bytesOf(error: StoreError): number | undefined {
  if (error instanceof EventTooLarge) return error.limit;
  return error instanceof AppendTooLarge && error.unit === 'bytes' ? error.limit : undefined;
}

function tooLarge(max?: number): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', { params: { max } });
}

/** The framework's own errors that have to do with the request, by their status: some come as its own type, some as Nest's. */
const BY_STATUS: Readonly<Record<number, EdgeCode>> = {
  404: 'ROUTE_NOT_FOUND',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

function frameworkError(status: number, maxBody?: number): ApiError {
  if (status === 413) return tooLarge(maxBody);
  const code = BY_STATUS[status];
  if (code !== undefined) return new ApiError(code);
  return status < 500 ? new ApiError('MALFORMED') : new ApiError('INTERNAL');
}

/** Whether a client has gone in the middle of its body: nobody hears the answer, and it is no fault of ours. */
function hasGone(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return code === 'ECONNRESET' && message === 'aborted';
}

function isFrameworkError(error: unknown): error is { readonly statusCode: number } {
  const { code, statusCode } = (error ?? {}) as { readonly code?: unknown; readonly statusCode?: unknown };
  return typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number';
}
