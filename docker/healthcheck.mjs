/** Ends with 0 when the server in this container is ready: it reaches its store and has caught up with it. */
const port = process.env.BITACORA_PORT || '3000';
try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
