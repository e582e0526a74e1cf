import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into a server that is measured: on each message of its parent it tells the longest time, in ms of the
 * processor and by the clock, for which the main thread let nobody pass since the last message.
 */
const everyMs = 5;

if (isMainThread && process.send) {
  let [cpu, wall] = [0, 0];
  let [lastCpu, lastWall] = [threadMs(), performance.now()];
  setInterval(() => {
    const [nowCpu, nowWall] = [threadMs(), performance.now()];
    cpu = Math.max(cpu, nowCpu - lastCpu);
    wall = Math.max(wall, nowWall - lastWall - everyMs);
    [lastCpu, lastWall] = [nowCpu, nowWall];
  }, everyMs).unref();
  process.on('message', (message) => {
    if (message !== 'longest') return;
    process.send?.({ cpu: Math.round(cpu), wall: Math.round(wall) });
    [cpu, wall] = [0, 0];
  });
  process.channel?.unref();
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
