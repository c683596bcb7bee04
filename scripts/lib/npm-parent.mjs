/**
 * Ends this process as SIGTERM does once npm's shell is gone. npm hands a signal to that shell only, which dies without
 * telling its child: without this, whoever stops `npm start` leaves a server behind that keeps its port.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
