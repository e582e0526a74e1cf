import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildScene, buildUser, type Scene } from '@tests/support/factories';
import { listenLive } from '@tests/support/processes/live-stream';
import { bundleProgram, newDatabase } from '@tests/support/processes/program';
import { signIn } from '@tests/support/session';
import { setUpSmtp } from '@tests/support/smtp';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Api, ask, killAll, startApi } from '../../../faults/api';

/** The program itself in several processes on one PostgreSQL server. */
const address = process.env.TEST_DATABASE_URL;
const patiently = { timeout: 30_000, interval: 100 };
const smtp = setUpSmtp();
let dataDir: string;

beforeAll(() => {
  bundleProgram();
  dataDir = mkdtempSync(join(tmpdir(), 'gostiny-processes-'));
});
afterAll(() => {
  killAll();
  rmSync(dataDir, { recursive: true, force: true });
});

it('are refused with the embedded database, with an explanation', () => {
  const { status, stderr } = spawnSync('node', ['dist/main.js', 'api'], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', PROCESSES: '2', DATA_DIR: join(dataDir, 'embedded') },
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^PROCESSES=2 needs a PostgreSQL server in DATABASE_URL/);
});

it('are configured by PROCESSES, a number or auto', () => {
  const { status, stderr } = spawnSync('node', ['dist/main.js', 'api'], {
    encoding: 'utf8',
    env: { ...process.env, PROCESSES: '0', DATA_DIR: dataDir },
  });
  expect(status).toBe(1);
  expect(stderr).toContain('PROCESSES must be auto or a number from 1 to 64');
});

describe.skipIf(!address)('on one database', () => {
  let database: Awaited<ReturnType<typeof newDatabase>>;
  let s: Scene;
  let admin: string;

  beforeAll(async () => {
    database = await newDatabase(String(address));
    s = await buildScene(database.db);
    admin = await signIn(database.db, s.super_admin.id, new Date());
  });
  afterAll(() => database.drop());

  const start = (more: Record<string, string> = {}) =>
    startApi(dataDir, database.url, { DATABASE_POOL: '4', ...more });

  describe('two programs', () => {
    let one: Api;
    let other: Api;

    beforeAll(async () => {
      const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'shop@test.ru' };
      [one, other] = await Promise.all([start(mail), start(mail)]);
    });
    afterAll(async () => {
      expect(await Promise.all([one.end('SIGTERM'), other.end('SIGTERM')])).toEqual([0, 0]);
    });

    it('notify each other’s panels', async () => {
      const owner = await signIn(database.db, s.store_owner.id, new Date());
      const reader = await listenLive(other.port, owner);
      await vi.waitFor(() => expect(reader.types).toContain('hello'), patiently);
      const second = await signIn(database.db, s.store_owner.id, new Date());
      expect((await ask(one, 'POST', 'logout', { token: second })).status).toBe(200);
      await vi.waitFor(() => expect(reader.types).toContain('session'), patiently);
      reader.end();
    });

    it('count wrong passwords together', async () => {
      const { email } = await buildUser(database.db, { password: 'Demo12345' });
      const body = { email, password: 'Wrong12345' };
      const answers = [];
      for (let tried = 0; tried < 12; tried += 1)
        answers.push(await ask(tried % 2 ? one : other, 'POST', 'token', { body }));
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
      const right = { email, password: 'Demo12345' };
      expect((await ask(one, 'POST', 'token', { body: right })).status).toBe(429);
      expect((await ask(other, 'POST', 'token', { body: right })).status).toBe(429);
    });

    it('apply a changed setting, a lost permission and an ended session immediately', async () => {
      const saved = await ask(one, 'POST', 'settings', {
        token: admin,
        body: { options: { lowStockThreshold: 17 } },
      });
      expect(saved.status).toBe(200);
      const after = await ask(other, 'GET', 'settings', { token: admin });
      expect(after.body.options).toMatchObject({ lowStockThreshold: 17 });

      const token = await signIn(database.db, s.otherOwner.id, new Date());
      const staff = await signIn(database.db, s.otherStaff.id, new Date());
      expect((await ask(other, 'GET', 'me', { token: staff })).status).toBe(200);
      expect((await ask(other, 'GET', 'me', { token })).status).toBe(200);
      const banned = await ask(one, 'POST', `users/block-user`, {
        token: admin,
        body: { id: s.otherStaff.id },
      });
      expect(banned.status).toBe(200);
      expect((await ask(other, 'GET', 'me', { token: staff })).status).toBe(401);
      await ask(one, 'POST', 'logout', { token });
      expect((await ask(other, 'GET', 'me', { token })).status).toBe(401);
    });

    it('send each e-mail once', async () => {
      const recipients = Array.from({ length: 60 }, (_, index) => `person${index}@mail.test`);
      const row = {
        channel: 'mail',
        template: 'test',
        subject: 'Тест',
        body: 'Тест',
        created_at: new Date(),
      };
      await database.db
        .insertInto('outbox')
        .values(recipients.map((recipient) => ({ ...row, recipient })))
        .execute();
      await sql`select pg_notify('gostiny_outbox', '')`.execute(database.db);
      const sent = () => smtp.letters.flatMap(({ to }) => to.map((who) => who.replace(/[<>]/g, '')));
      await vi.waitFor(() => expect(new Set(sent()).size).toBe(60), patiently);
      expect(sent().sort()).toEqual(recipients.sort());
    });
  });

  describe('one program with PROCESSES', () => {
    let several: Api;

    afterEach(() => several.end('SIGKILL'));

    const workersOf = ({ pid }: Api): number[] => {
      const { stdout } = spawnSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' });
      return stdout.trim().split(/\s+/).map(Number);
    };
    const isHealthy = async () => (await ask(several, 'GET', 'health')).status === 200;

    it('replaces a process that ends, and stops them all on SIGTERM', async () => {
      several = await start({ PROCESSES: '2' });
      const [victim = 0, survivor = 0] = workersOf(several);
      process.kill(victim, 'SIGKILL');
      await vi.waitFor(() => {
        const alive = workersOf(several);
        expect(alive).toHaveLength(2);
        expect(alive).toContain(survivor);
        expect(alive).not.toContain(victim);
      }, patiently);
      await vi.waitFor(async () => expect(await isHealthy()).toBe(true), patiently);
      expect(several.log()).toContain(`process ${victim} ended with SIGKILL`);

      const begun = performance.now();
      expect(await several.end('SIGTERM')).toBe(0);
      expect(performance.now() - begun).toBeLessThan(15_000);
    });

    it('replaces all of them on SIGUSR2 while every request is answered', async () => {
      several = await start({ PROCESSES: '2' });
      const before = workersOf(several);
      const statuses = new Set<number>();
      let isOver = false;
      const asking = Promise.all(
        Array.from({ length: 4 }, async () => {
          while (!isOver) statuses.add((await ask(several, 'GET', 'tags', { token: admin })).status);
        }),
      );
      several.child.kill('SIGUSR2');
      await vi
        .waitFor(
          () => {
            const now = workersOf(several);
            expect(now).toHaveLength(2);
            expect(now.filter((pid) => before.includes(pid))).toEqual([]);
          },
          // Two starts, one after the other, on a busy machine.
          { ...patiently, timeout: 90_000 },
        )
        .finally(() => {
          isOver = true;
          return asking;
        });
      expect([...statuses]).toEqual([200]);
    });

    it('answers a scraper with the metrics of all', async () => {
      several = await start({ PROCESSES: '2', METRICS_TOKEN: 'key-of-the-test-scraper' });
      for (let made = 0; made < 20; made += 1)
        await fetch(`${several.base}/tags`, {
          headers: { authorization: `Bearer ${admin}`, connection: 'close' },
        });
      const scrape = await fetch(`http://127.0.0.1:${several.port}/metrics`, {
        headers: { authorization: 'Bearer key-of-the-test-scraper' },
      });
      expect(await scrape.text()).toMatch(
        /duration_seconds_count\{method="GET",route="\/admin\/rest\/tags",status="200"\} 20/,
      );
    });

    it('exits immediately when the first start fails', async () => {
      several = await start();
      const port = String(several.port);
      await expect(start({ PROCESSES: '2', API_PORT: port })).rejects.toThrow(/ended with 1[\s\S]*is in use/);
    });
  });
});
