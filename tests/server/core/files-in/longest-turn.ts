/** Time of the processor, of this thread alone: the load of the machine does not count. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Does the work, and says for how long at most it let nobody else pass, in ms of the processor. */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let [longest, last] = [0, threadMs()];
  let isOver = false;
  const pass = () => {
    const now = threadMs();
    [longest, last] = [Math.max(longest, now - last), now];
    if (!isOver) setImmediate(pass);
  };
  setImmediate(pass);
  await work();
  isOver = true;
  return Math.max(longest, threadMs() - last);
}
