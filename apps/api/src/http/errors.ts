import { StoreError } from '@bitacora/event-store';
import { HttpException } from '@nestjs/common';
import type { EdgeCode } from '../messages/index.js';
import { ApiError, malformedRequest } from '../problem.js';
import { MAX_BODY } from './json-body.js';

/** Seconds after which trying again makes sense when the store cannot be reached. */
const RETRY_AFTER = '1';

/** Any error as one of ours. What we do not know becomes `INTERNAL`: nothing of it is shown. */
export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StoreError) return storeError(error);
  if (error instanceof HttpException) return httpError(error);
  return fastifyError(error) ?? new ApiError('INTERNAL');
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
      return new ApiError('PAYLOAD_TOO_LARGE');
    case 'INVALID_POSITION':
      return malformedRequest({ in: 'query', pointer: 'afterPosition', problem: 'badPosition' });
    default:
      return new ApiError('INTERNAL');
  }
}

function httpError(error: HttpException): ApiError {
  const status = error.getStatus();
  if (status === 404) return new ApiError('ROUTE_NOT_FOUND');
  return status < 500 ? new ApiError('MALFORMED') : new ApiError('INTERNAL');
}

const FASTIFY_CODES: Readonly<Record<string, EdgeCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_MAX_PARAM_LENGTH: 'URI_TOO_LONG',
  FST_ERR_PARAM_LENGTH: 'URI_TOO_LONG',
};

/** The framework's own errors that have to do with the request. */
function fastifyError(error: unknown): ApiError | null {
  const { code, statusCode } = (error ?? {}) as { readonly code?: unknown; readonly statusCode?: unknown };
  if (typeof code !== 'string' || !code.startsWith('FST_')) return null;
  const known = FASTIFY_CODES[code];
  if (known !== undefined)
    return new ApiError(known, known === 'PAYLOAD_TOO_LARGE' ? { params: { max: MAX_BODY } } : {});
  return typeof statusCode === 'number' && statusCode < 500 ? new ApiError('MALFORMED') : null;
}
