import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

/**
 * The real server in a separate process, killed during writes: acknowledged writes are there afterwards. On the
 * embedded database, which a new installation uses.
 */
const bundle = 'dist/durability';
let dataDir: string;
const running = new Set<ChildProcess>();

beforeAll(() => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { bundle: string } };
  const [command = '', ...flags] = scripts.bundle.replace('--outdir=dist', `--outdir=${bundle}`).split(/\s+/);
  const built = spawnSync(join('node_modules/.bin', command), flags, { encoding: 'utf8' });
  expect(built.stderr).toBe('');
  dataDir = mkdtempSync(join(tmpdir(), 'gostiny-durability-'));
  // The demo data would take longer than everything else: creates the first administrator without it.
  const who = ['--email', 'admin@demo.ru', '--name', 'Анна'];
  const made = spawnSync('node', [join(bundle, 'admin-create.js'), ...who], {
    encoding: 'utf8',
    env: { ...settings(), ADMIN_PASSWORD: 'Klyukva678' },
  });
  expect([made.status, made.stderr]).toEqual([0, '']);
});
afterEach(async () => {
  for (const child of running) await end(child, 'SIGKILL');
});
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(bundle, { recursive: true, force: true });
});

interface Server {
  child: ChildProcess;
  port: number;
  base: string;
}

const settings = (): NodeJS.ProcessEnv => ({
  ...process.env,
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  DEMO: 'false',
  NODE_ENV: 'production',
});

/** Starts only the API on a free port and waits until it reports its address. */
async function startServer(): Promise<Server> {
  const child = spawn('node', [join(bundle, 'main.js'), 'api'], {
    env: { ...settings(), API_PORT: '0', HOST: '127.0.0.1' },
  });
  running.add(child);
  let said = '';
  const port = await new Promise<number>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http:\/\/[^:]+:(\d+)/.exec(said);
      if (found) resolve(Number(found[1]));
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
  return { child, port, base: `http://127.0.0.1:${port}/admin/rest` };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}

async function signInAdmin({ base }: Server): Promise<string> {
  const answer = await fetch(`${base}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.ru', password: 'Klyukva678' }),
  });
  const { token } = (await answer.json()) as { token: string };
  expect(token).toEqual(expect.any(String));
  return token;
}

const box = (name: string) => ({ name, length: 10, width: 10, height: 10, max_weight: 1 });

async function createBox({ base }: Server, token: string, name: string): Promise<number | undefined> {
  const answer = await fetch(`${base}/api/admin/boxes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(box(name)),
  });
  return answer.status === 201 ? ((await answer.json()) as { id: number }).id : undefined;
}

/** Names of all boxes with this prefix, by id. */
async function storedBoxes({ base }: Server, token: string): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${base}/api/admin/boxes?limit=100&page=${page}&orderBy=id`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data, last_page } = (await answer.json()) as {
      data: { id: number; name: string }[];
      last_page: number;
    };
    for (const { id, name } of data) found.set(id, name);
    if (page >= last_page) return found;
  }
}

/** Writes from several callers until the server is gone; returns the acknowledged writes. */
async function writeUntilGone(server: Server, token: string, round: string, killAfter: number) {
  const acknowledged = new Map<number, string>();
  const caller = async (which: number) => {
    for (let number = 0; ; number += 1) {
      const name = `Короб ${round} ${which} ${number}`;
      const id = await createBox(server, token, name).catch(() => undefined);
      if (id === undefined) return;
      acknowledged.set(id, name);
      // Not awaited: the others are still writing.
      if (acknowledged.size === killAfter) void end(server.child, 'SIGKILL');
    }
  };
  await Promise.all([1, 2, 3, 4].map(caller));
  await end(server.child, 'SIGKILL');
  return acknowledged;
}

// Each start of the embedded database takes seconds on a busy machine.
describe('the server', { timeout: 300_000 }, () => {
  it('loses no acknowledged write to SIGKILL, however often', async () => {
    const first = await startServer();
    const token = await signInAdmin(first);
    const acknowledged = await writeUntilGone(first, token, 'первый', 60);
    const second = await startServer();
    for (const [id, name] of await writeUntilGone(second, token, 'второй', 40)) acknowledged.set(id, name);

    const third = await startServer();
    const found = await storedBoxes(third, token);

    expect(acknowledged.size).toBeGreaterThanOrEqual(100);
    expect([...acknowledged].filter(([id, name]) => found.get(id) !== name)).toEqual([]);
    expect((await fetch(`${third.base}/health`)).status).toBe(200);
    await end(third.child, 'SIGTERM');
  });

  it('finishes the current request before SIGTERM ends it, and unlocks the data folder', async () => {
    const server = await startServer();
    const token = await signInAdmin(server);
    const body = JSON.stringify(box('Последний короб'));
    const socket = connect(server.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    const over = new Promise((resolve) => socket.once('close', resolve));
    const half = Math.floor(body.length / 2);
    socket.write(
      `POST /admin/rest/api/admin/boxes HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, half)}`,
    );
    // The server has the headers once it answers a later request.
    await fetch(`${server.base}/health`);

    const exited = end(server.child, 'SIGTERM');
    const refused = await waitUntilRefused(server);
    socket.write(body.slice(half));
    const code = await exited;
    await over;

    expect(refused).toBe(true);
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(code).toBe(0);
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);
  });

  it('refuses a data folder that another server has locked', async () => {
    const first = await startServer();

    await expect(startServer()).rejects.toThrow(/in use by process/);
    expect((await fetch(`${first.base}/health`)).status).toBe(200);
  });
});

/** True once the server accepts no new connections. */
async function waitUntilRefused({ port }: Server): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const probe = connect(port, '127.0.0.1', () => {
        probe.destroy();
        resolve(true);
      });
      probe.once('error', () => resolve(false));
    });
    if (!isOpen) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}
