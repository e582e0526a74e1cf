import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Takes the data folder for this process: PGlite has no lock of its own, and two processes on one folder lose rows
 * (stack §6.15). A lock whose process is gone is taken over. Throws when another living process holds it.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'lock');
  const own = `${process.pid} ${startOf(process.pid)}`.trim();
  try {
    writeFileSync(file, own, { flag: 'wx' });
  } catch {
    const [pid = '', start = ''] = readFileSync(file, 'utf8').split(' ');
    if (isHeld(Number(pid), start)) {
      throw new Error(`${dataDir} is in use by process ${pid}. Stop it, or set another DATA_DIR.`);
    }
    writeFileSync(file, own);
  }
  return () => rmSync(file, { force: true });
}

/** After a crash another process may have got the same number: it has started at another moment. */
function isHeld(pid: number, start: string): boolean {
  if (pid === process.pid || !isAlive(pid)) return false;
  const now = startOf(pid);
  return start === '' || now === '' || start === now;
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process started, in ticks since the machine did; empty where there is no /proc. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses, which may hold blanks; the start is the 22nd.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
