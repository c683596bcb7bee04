import { isLoopback } from '../config.js';

/**
 * Whether pages of `origin` may call from a browser. Everybody is the administrator in `open` mode, so only pages of this
 * machine may; calls without an origin do not come from a page.
 */
export function isAllowedOrigin(origin: string | undefined): boolean {
  if (origin === undefined) return true;
  try {
    return isLoopback(new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1'));
  } catch {
    return false;
  }
}
