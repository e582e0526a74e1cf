import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startApi } from './api.ts';
import { Orders } from './orders.ts';
import { assert, type Scenario, until } from './world.ts';

/**
 * A mail server that accepts connections and never responds: orders are not delayed, every e-mail is attempted in turn,
 * and the server stops in time although it waits for a reply.
 */
export const hangingMail: Scenario = async (world) => {
  let calls = 0;
  const mail = createServer((socket) => {
    calls += 1;
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(mail, 'listening');
  const { port } = mail.address() as AddressInfo;
  const api = await startApi(world.folder('demo'), '', {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'shop@test.ru',
  });
  try {
    const orders = await Orders.prepare(api);
    orders.begin(() => api, 2);
    await until('a letter is on its way', () => calls > 0);
    // Five are attempted concurrently, the next ones after the mail server has been silent for 15 seconds.
    const seconds = await until('the next letters are tried', () => calls > 5, 40);
    await orders.stop();
    orders.expectAnswers(/^201$/);
    const p95 = orders.waits.sort((a, b) => a - b)[Math.floor(orders.waits.length * 0.95)] ?? 0;
    assert(p95 < 3000, `an order takes ${Math.round(p95)} ms`);
    const settled = await orders.settle(api);
    const begun = performance.now();
    assert((await api.end('SIGTERM')) === 0, 'the server did not end well');
    const stopped = (performance.now() - begun) / 1000;
    assert(stopped < 15, `the server took ${stopped.toFixed(1)} s to stop`);
    return `${settled}; order p95 ${Math.round(p95)} ms; ${calls} letters tried in ${seconds.toFixed(0)} s; stopped in ${stopped.toFixed(1)} s`;
  } finally {
    mail.close();
  }
};
