import { cpSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { embeddedDatabase } from '../../src/server/core/db/embedded.ts';
import { type Api, ask, signIn, startApi } from './api.ts';
import { Orders } from './orders.ts';
import { assert, mountDisk, query, type Scenario, until } from './world.ts';

/** Leaves so many bytes of a disk free; returns the file that takes the others. */
function fill(disk: string, left: number): string {
  const filler = join(disk, 'filler');
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)));
  return filler;
}

/**
 * A disk fills up while orders are placed: 507 and nothing half-written; after space is freed it recovers by itself.
 */
async function fillUp(api: Api, disk: string, orders: Orders): Promise<string> {
  const filler = fill(disk, 512 * 1024);
  orders.begin(() => api, 2);
  await until('the disk is full', () => orders.count('507') >= 5, 60);
  rmSync(filler);
  const before = orders.acknowledged;
  const seconds = await until('orders are placed again', () => orders.acknowledged > before + 10, 60);
  await orders.stop();
  orders.expectAnswers(/^201$/, /^507$/, /^503$/);
  const refused = `${orders.count('507')} answered 507`;
  return `${await orders.settle(api)}; ${refused}; served again ${seconds.toFixed(1)} s after there was space`;
}

export const fullDiskEmbedded: Scenario = async (world) => {
  const disk = world.folder('empty');
  const { unmount } = mountDisk(disk, 160);
  try {
    cpSync(world.folder('demo'), disk, { recursive: true });
    const api = await startApi(disk);
    const orders = await Orders.prepare(api);
    const uploads = await sendRefusedUpload(api, disk);
    const found = await fillUp(api, disk, orders);
    await api.end('SIGTERM');
    return `${found}; ${uploads}`;
  } finally {
    unmount();
  }
};

/** Killed while it writes on a disk without room, three times, and started again once there is some. */
export const killedOnFullDisk: Scenario = async (world) => {
  const disk = world.folder('empty');
  const { unmount } = mountDisk(disk, 200);
  try {
    cpSync(world.folder('demo'), disk, { recursive: true });
    let api = await startApi(disk);
    const orders = await Orders.prepare(api);
    const refusals = () => orders.count('507') + orders.count('503');
    const starts: number[] = [];
    orders.begin(() => api, 3);
    for (const left of [512, 128, 1024]) {
      const [refused, placed] = [refusals(), orders.acknowledged];
      const filler = fill(disk, left * 1024);
      await until('the disk is full', () => refusals() >= refused + 3, 120);
      await api.end('SIGKILL');
      rmSync(filler);
      const begun = performance.now();
      api = await startApi(disk);
      starts.push((performance.now() - begun) / 1000);
      await until('orders are placed again', () => orders.acknowledged > placed + 10, 120);
    }
    await orders.stop();
    orders.expectAnswers(/^201$/, /^507$/, /^503$/, /^0 /);
    const settled = await orders.settle(api);
    await api.end('SIGTERM');
    return `${settled}; ${refusals()} refused; started again in ${starts.map((one) => one.toFixed(1)).join(', ')} s`;
  } finally {
    unmount();
  }
};

/** An upload without space leaves neither a file nor a row. */
async function sendRefusedUpload(api: Api, disk: string): Promise<string> {
  const token = await signIn(api, 'admin@demo.ru');
  const filler = fill(disk, 2 * 1024 * 1024);
  const files = () => readdirSync(join(disk, 'uploads'), { recursive: true }).length;
  const before = files();
  const form = new FormData();
  const content = new Uint8Array(4 * 1024 * 1024);
  content.set(Buffer.from('%PDF-1.4\n'));
  form.append('attachment[]', new Blob([content]), 'large.pdf');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${api.base}/attachments`, { method: 'POST', headers, body: form });
  const { message } = (await answer.json()) as { message: string };
  assert(answer.status === 507 && message === 'INSUFFICIENT_STORAGE', `upload: ${answer.status} ${message}`);
  const left = files() - before;
  // The folder of the month may be new.
  assert(left <= 1, `an upload without room left ${left} files`);
  assert((await ask(api, 'GET', 'health')).status === 200, 'not healthy after an upload without room');
  rmSync(filler);
  return 'an upload without room leaves no file';
}

/**
 * In-place updates need space only for the log: it runs out with a PANIC, which ends the engine. The engine is opened
 * again.
 */
export const fullLogEmbedded: Scenario = async (world) => {
  const disk = world.folder('empty');
  const { unmount } = mountDisk(disk, 100);
  const db = embeddedDatabase(join(disk, 'postgres'), pathToFileURL(resolve('dist/pglite-worker.js')));
  const codeOf = (sql: string) =>
    db.query(sql).then(
      () => 'done',
      (error: { code?: string }) => String(error.code),
    );
  try {
    await db.waitReady;
    await db.query('create table rooms (id int primary key, text text) with (fillfactor = 10)');
    await db.query("insert into rooms select n, repeat('a', 600) from generate_series(1, 1500) n");
    await db.query('vacuum rooms');
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize));
    let rounds = 0;
    let code = 'done';
    for (; code === 'done' && rounds < 100; rounds += 1)
      code = await codeOf(`update rooms set text = repeat('${rounds % 10}', 600)`);
    assert(code === '53100', `a full log is told as ${code}`);
    assert((await codeOf('select 1')) === '57P03', 'a database without room for its log opens');
    rmSync(join(disk, 'filler'));
    const seconds = await until('it opens again', async () => (await codeOf('select 1')) === 'done');
    const { rows } = await db.query<{ whole: boolean }>(
      'select count(*) = 1500 and count(distinct text) = 1 as whole from rooms',
    );
    assert(rows[0]?.whole === true, 'an update is there in part');
    return `broke after ${rounds} updates of 1500 rows, opened again ${seconds.toFixed(1)} s after there was space, all rows of one update`;
  } finally {
    await db.close();
    unmount();
  }
};

export const fullDiskServer: Scenario = async (world) => {
  const disk = world.folder('empty');
  const { unmount } = mountDisk(disk, 160);
  try {
    world.postgres.own(disk);
    await query(world.postgres.url, `create tablespace small location '${disk}'`);
    const url = await world.database('demo', 'small');
    const api = await startApi(world.folder('empty'), url);
    const found = await fillUp(api, disk, await Orders.prepare(api));
    await api.end('SIGTERM');
    await query(world.postgres.url, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
    await query(world.postgres.url, 'drop tablespace small');
    return found;
  } finally {
    unmount();
  }
};
