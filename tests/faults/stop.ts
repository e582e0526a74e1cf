import { type Api, startApi } from './api.ts';
import { Orders } from './orders.ts';
import { assert, type Scenario, until } from './world.ts';

/**
 * SIGTERM with requests in progress: each is finished or answered with 503, and the process exits with 0 within 15
 * seconds.
 */
const stopped = async (start: () => Promise<Api>): Promise<string> => {
  const api = await start();
  const orders = await Orders.prepare(api);
  orders.beginUntilRefused(api, 8);
  await until('orders are placed', () => orders.acknowledged > 40);
  const begun = performance.now();
  const code = await api.end('SIGTERM');
  const seconds = (performance.now() - begun) / 1000;
  await orders.stop();
  assert(code === 0 && seconds < 15, `ended with ${code} after ${seconds.toFixed(1)} s`);
  // New connections are refused once it stops listening; no connection breaks within a request.
  orders.expectAnswers(/^201$/, /^503$/, /^0 ECONNREFUSED$/);
  const refused = orders.count('503');
  const next = await start();
  const settled = await orders.settle(next);
  await next.end('SIGTERM');
  return `${settled}; ${refused} answered 503; ended in ${seconds.toFixed(1)} s`;
};

export const stopEmbedded: Scenario = (world) => {
  const folder = world.folder('demo');
  return stopped(() => startApi(folder));
};

export const stopServer: Scenario = async (world) => {
  const [folder, url] = [world.folder('empty'), await world.database('demo')];
  return stopped(() => startApi(folder, url));
};
