import { type ChildProcess, spawn } from 'node:child_process';
import { assert } from './world.ts';

/** The real server in a separate process. */
export interface Api {
  child: ChildProcess;
  pid: number;
  port: number;
  base: string;
  /** Ends it; returns its exit code, or null when a signal ended it. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
  /** Its log output. */
  log: () => string;
}

export interface Reply {
  /** Status; 0 when there was no response. */
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
  /** Code of the failure without a response. */
  failure?: string;
}

const started = new Set<ChildProcess>();

/** Ends processes left by a failed scenario. */
export function killAll(): void {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
}

/**
 * Starts `dist/main.js api` on a free port, on the embedded database of a folder or on a server; `cwd` selects another
 * release.
 */
export async function startApi(
  dataDir: string,
  databaseUrl = '',
  more: Record<string, string> = {},
  cwd = process.cwd(),
): Promise<Api> {
  const child = spawn('node', ['dist/main.js', 'api'], {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DEMO: 'false',
      API_PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  child.once('exit', () => started.delete(child));
  let log = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const port = await new Promise<number>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-100_000);
      const found = /http:\/\/[^:]+:(\d+)/.exec(log);
      if (found) resolve(Number(found[1]));
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${log.slice(0, 2000)}`)));
  });
  return {
    child,
    pid: Number(child.pid),
    port,
    base: `http://127.0.0.1:${port}/admin/rest`,
    log: () => log,
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

/** Sends a request and never throws. */
export async function ask(
  { base }: Pick<Api, 'base'>,
  method: string,
  path: string,
  { token, key, body }: { token?: string; key?: string; body?: unknown } = {},
): Promise<Reply> {
  try {
    const answer = await fetch(`${base}/${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    const isJson = String(answer.headers.get('content-type')).includes('json');
    return { status: answer.status, body: isJson ? JSON.parse(text) : { text }, headers: answer.headers };
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    return { status: 0, body: {}, headers: new Headers(), failure: cause?.code ?? name };
  }
}

export async function signIn(api: Api, email: string): Promise<string> {
  const { body } = await ask(api, 'POST', 'token', { body: { email, password: 'Demo12345' } });
  assert(typeof body.token === 'string', `${email} cannot sign in: ${JSON.stringify(body)}`);
  return body.token;
}
