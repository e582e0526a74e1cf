import { parseArgs } from 'node:util';
import { fuzzApp } from './app';
import { type Fault, fuzz, type Report } from './run';

/**
 * `npm run fuzz -- --requests 200000 --seed 7`: random requests of every role to every endpoint. On the embedded
 * database, or on a separate database on the server of TEST_DATABASE_URL or DATABASE_URL. Exit code 1 on any fault.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
if (process.env.DATABASE_URL) process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const api = await fuzzApp();
const started = Date.now();
const report = await fuzz(api, {
  requests: Number(values.requests),
  seed: Number(values.seed),
  only: values.only,
  hangMs: 2000,
  onProgress: (done, faults) => {
    const each = Math.round(done / ((Date.now() - started) / 1000));
    process.stdout.write(`${done} requests, ${each} a second, ${faults} faults\n`);
  },
});
print(report);
await api.close();
process.exit(report.faults.length > 0 || !report.reconciliation.is_sound ? 1 : 0);

function print(report: Report): void {
  const lines = [
    '',
    `${report.requests} requests in ${report.seconds.toFixed(0)} s, seed ${report.seed}; ` +
      `${report.reached} of ${report.endpoints} endpoints answered 2xx`,
    ...Object.entries(report.answers)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([answer, count]) => `  ${answer}: ${count} (${((count / report.requests) * 100).toFixed(1)} %)`),
    'Never 2xx, with the last answer to an administrator:',
    ...report.neverReached.map((line) => `  ${line}`),
    'Slowest:',
    ...report.slowest.map(({ ms, request }) => `  ${ms} ms ${request.slice(0, 200)}`),
    'Others waited longest during:',
    ...report.delaying.map(({ ms, request }) => `  ${ms} ms ${request.slice(0, 200)}`),
    `Ledger: ${report.reconciliation.is_sound ? 'sound' : JSON.stringify(report.reconciliation.problems?.slice(0, 10))}`,
    ...report.faults.map(faultText),
    `${report.faults.length} faults`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function faultText({ what, role, request, answer, error, number, times }: Fault): string {
  const from = error.split('\n').slice(0, 8).join('\n    ');
  return `\nFAULT ${what}, ${times} times, first in request ${number}, as ${role}\n  ${request}\n  ${answer}\n    ${from}`;
}
