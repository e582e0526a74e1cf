import { type Api, startApi } from './api.ts';
import { Orders } from './orders.ts';
import { type Scenario, until } from './world.ts';

/** The server is killed twice while orders are placed and restarted immediately, as by a supervisor. */
const killed = async (start: () => Promise<Api>): Promise<string> => {
  let api = await start();
  const orders = await Orders.prepare(api);
  const starts: number[] = [];
  orders.begin(() => api, 4);
  for (const enough of [60, 120]) {
    await until('orders are placed', () => orders.acknowledged >= enough, 60);
    void api.end('SIGKILL');
    const begun = performance.now();
    api = await start();
    starts.push((performance.now() - begun) / 1000);
  }
  await until('orders are placed', () => orders.acknowledged >= 160, 60);
  await orders.stop();
  orders.expectAnswers(/^201$/, /^503$/, /^0 /);
  const settled = await orders.settle(api);
  await api.end('SIGTERM');
  return `${settled}; started again in ${starts.map((one) => one.toFixed(1)).join(', ')} s`;
};

export const killedEmbedded: Scenario = (world) => {
  const folder = world.folder('demo');
  return killed(() => startApi(folder));
};

export const killedServer: Scenario = async (world) => {
  const [folder, url] = [world.folder('empty'), await world.database('demo')];
  return killed(() => startApi(folder, url));
};
