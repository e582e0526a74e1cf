import { get } from 'node:http';
import { type Api, ask, signIn, startApi } from './api.ts';
import { Orders } from './orders.ts';
import { assert, pause, type Scenario, until } from './world.ts';

/**
 * PostgreSQL crashes, then restarts after a pause, while orders are placed. The server process survives and recovers.
 */
export const databaseRestart: Scenario = async (world) => {
  const api = await startApi(world.folder('empty'), await world.database('demo'));
  const orders = await Orders.prepare(api);
  const stream = await listenTo(api);
  orders.begin(() => api, 4);
  await until('orders are placed', () => orders.acknowledged > 40);

  world.postgres.halt('immediate');
  await pause(1000);
  const away = await ask(api, 'GET', 'health');
  assert(away.status === 503 && away.headers.get('retry-after') === '5', `health: ${away.status}`);
  assert((await ask(api, 'GET', 'health/live')).status === 200, 'the process does not say that it lives');
  world.postgres.resume();
  const first = await untilServed(orders);

  world.postgres.halt('fast');
  await pause(2000);
  world.postgres.resume();
  const second = await untilServed(orders);
  const heard = stream.count();
  await until('the live stream goes on', () => stream.count() > heard + 5);

  await orders.stop();
  stream.end();
  orders.expectAnswers(/^201$/, /^503$/);
  const refused = orders.count('503');
  const settled = await orders.settle(api);
  assert((await api.end('SIGTERM')) === 0, 'the server did not end well');
  return `${settled}; ${refused} answered 503; served again ${first.toFixed(1)} and ${second.toFixed(1)} s after the database was back`;
};

/** Seconds until ten more orders are placed. */
function untilServed(orders: Orders): Promise<number> {
  const before = orders.acknowledged;
  return until('orders are placed again', () => orders.acknowledged > before + 10);
}

/** An administrator's live stream; counts the reported orders. */
async function listenTo(api: Api): Promise<{ count: () => number; end: () => void }> {
  const headers = { authorization: `Bearer ${await signIn(api, 'admin@demo.ru')}` };
  let count = 0;
  const request = get(`${api.base}/live`, { headers, agent: false }, (answer) => {
    answer.setEncoding('utf8').on('data', (text: string) => {
      count += text.split('event: order\n').length - 1;
    });
    answer.on('error', () => {});
  });
  request.on('error', () => {});
  return { count: () => count, end: () => request.destroy() };
}
