import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Api, ask, signIn, startApi } from './api.ts';
import { Orders } from './orders.ts';
import { assert, command, query, type Scenario, Skipped, until } from './world.ts';

const migrations = 'src/server/core/db/migrations';

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** Names with the hashes of their contents. */
const filesOf = (commit: string): string[] =>
  git('ls-tree', commit, `${migrations}/`).split('\n').filter(Boolean);

/** A step from before the first release that says so: nothing older than it serves beside this schema. */
const oldest = (files: readonly string[]): number =>
  1 +
  files.findLastIndex((file) =>
    git('show', `HEAD:${file.split('\t')[1]}`).includes('no former release has to serve'),
  );

/**
 * The release to upgrade from: `FORMER_RELEASE`, else the last tag, else the newest state of the main line that has
 * only the first of our migrations, unchanged: those changed before a release never reached any database. Where there
 * is none, it is this one. Throws Skipped without the git history.
 */
export function formerRelease(): string {
  if (process.env.FORMER_RELEASE) return git('rev-parse', process.env.FORMER_RELEASE);
  try {
    const tag = git('tag', '--list', 'v*', '--sort=-creatordate', '--no-contains', 'HEAD').split('\n')[0];
    if (tag) return git('rev-parse', tag);
    const ours = filesOf('HEAD');
    const least = oldest(ours);
    const states = git('log', '--first-parent', '--format=%H', '--', migrations).split('\n');
    const isFormer = (commit: string) => {
      const files = filesOf(commit);
      return (
        files.length >= least &&
        files.length < ours.length &&
        files.every((file, index) => file === ours[index])
      );
    };
    // The last commit before the next migrations, not the one that brought its own: mends came in between.
    const next = states[states.findIndex(isFormer) - 1];
    return git('rev-parse', next ? `${next}^` : 'HEAD');
  } catch {
    throw new Skipped('there is no history to take the former release from');
  }
}

/** What the next release may bring, for when there is no migration since the former one. */
const example = `-- online
alter table orders add column if not exists example_note text;
drop index concurrently if exists orders_example_note;
create index concurrently orders_example_note on orders (example_note) where example_note is not null;
`;

/** The release that migrates: this one, with an example of a migration when it has none of its own. */
function nextRelease(folder: string, former: string): string {
  if (filesOf(former).join() !== filesOf('HEAD').join()) return process.cwd();
  const cwd = buildRelease(folder, former);
  writeFileSync(join(cwd, migrations, '9000_example.sql'), example);
  return cwd;
}

/** Its sources in a separate folder, with the packages of this one, bundled as `npm run bundle` does. */
export function buildRelease(folder: string, commit: string): string {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit, 'src', 'public', 'package.json', 'tsconfig.json'], {
    maxBuffer: 1024 ** 3,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  cpSync('next-i18next.config.cjs', join(folder, 'next-i18next.config.cjs'));
  execFileSync('npm', ['run', '-s', 'bundle'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

const families = [
  ...['products', 'orders', 'shops', 'users', 'categories', 'tags', 'attributes', 'coupons', 'reviews'],
  ...['refunds', 'withdraws', 'taxes', 'shippings', 'settings', 'me', 'analytics', 'activity', 'jobs'],
];

/** People read, edit and buy on the former release during and after the migration by this one. */
export const formerOnNewSchema: Scenario = async (world) => {
  const commit = formerRelease();
  const cwd = buildRelease(join(world.folder('empty'), 'former'), commit);
  const next = nextRelease(join(world.folder('empty'), 'next'), commit);
  const url = await world.database('empty');
  const env = { DATABASE_URL: url, DATA_DIR: world.folder('empty') };
  await command('db-seed', [], env, cwd);
  const former = await startApi(env.DATA_DIR, url, {}, cwd);
  const orders = await Orders.prepare(former);
  orders.begin(() => former, 2);
  await until('orders are placed', () => orders.acknowledged > 10);
  const said = await command('db-migrate', [], env, next);
  assert(said.includes('Applied:'), `this release has nothing to migrate after ${commit.slice(0, 8)}`);
  const before = orders.acknowledged;
  await until('orders are placed on the new schema', () => orders.acknowledged > before + 20);
  await orders.stop();
  orders.expectAnswers(/^201$/);

  const now = await startApi(env.DATA_DIR, url, {}, next);
  for (const api of [former, now]) await everydayWork(api);
  // A rollback: it starts on a schema newer than its own.
  await former.end('SIGTERM');
  const again = await startApi(env.DATA_DIR, url, {}, cwd);
  await everydayWork(again);
  const settled = await orders.settle(now);
  const { rows } = await query(url, 'select count(*)::int as count from orders where parent_id is null');
  for (const api of [again, now]) await api.end('SIGTERM');
  return `${settled}; ${commit.slice(0, 8)} served ${rows[0].count} orders, read ${families.length} families and edited on ${said.trim()}`;
};

async function everydayWork(api: Api): Promise<void> {
  const token = await signIn(api, 'admin@demo.ru');
  for (const path of families) {
    const { status, body } = await ask(api, 'GET', path, { token });
    assert(status === 200, `${path} answered ${status}: ${JSON.stringify(body)}`);
  }
  const made = await ask(api, 'POST', 'tags', { token, body: { name: `Ярлык ${Math.random()}` } });
  assert(made.status === 201, `a tag answered ${made.status}: ${JSON.stringify(made.body)}`);
  const change = { name: `Ярлык ${Math.random()}`, version: made.body.version };
  const path = `tags/${Number(made.body.id)}`;
  const edited = await ask(api, 'PUT', path, { token, body: change });
  assert(edited.status === 200, `an edit answered ${edited.status}: ${JSON.stringify(edited.body)}`);
  assert((await ask(api, 'DELETE', path, { token })).status === 200, 'a tag is not removed');
}
