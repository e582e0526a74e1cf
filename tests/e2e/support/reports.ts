import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serverEnv } from './servers';

/** A report: its kind (`event`, `transaction`, …) and content. */
export interface Report {
  type: string;
  payload: {
    transaction?: string;
    transaction_info?: { source?: string };
    exception?: { values?: { type?: string; value?: string }[] };
    contexts?: { trace?: { op?: string } };
  };
}

export interface Ingest {
  /** DSN of a self-hosted service, with a path. */
  dsn: string;
  /** Requested addresses. */
  addresses: string[];
  reports: Report[];
  close: () => void;
}

/** A service that accepts and stores error reports. */
export async function openIngest(): Promise<Ingest> {
  const addresses: string[] = [];
  const reports: Report[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      addresses.push(request.url ?? '');
      reports.push(...reportsIn(Buffer.concat(parts).toString('utf8')));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    dsn: `http://publickey@127.0.0.1:${port}/inner/errors/42`,
    addresses,
    reports,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Parses an envelope: its header, then pairs of lines. */
function reportsIn(envelope: string): Report[] {
  const [, ...lines] = envelope.split('\n');
  const found: Report[] = [];
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const { type } = JSON.parse(lines[index] ?? '{}') as { type: string };
    found.push({ type, payload: JSON.parse(lines[index + 1] ?? '{}') });
  }
  return found;
}

/** The shipped build, started with a service for error reports and an empty database. */
export async function startReporting(dsn: string, dataDir: string) {
  const child: ChildProcess = spawn('node', ['dist/main.js'], {
    env: {
      ...process.env,
      ...serverEnv('plain'),
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: 'false',
      SENTRY_DSN: dsn,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http:\/\/[^:]+:(\d+)/.exec(said);
      if (found) resolve(Number(found[1]));
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
  return {
    base: `http://localhost:${port}/admin/`,
    stop: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
