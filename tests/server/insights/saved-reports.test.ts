import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReportDelivery, ReportRun, SavedReport } from '@/contract/insights/saved-reports';
import { jobCtx } from '@/server/core/jobs/job';
import { services } from '@/server/modules';
import { reportDays } from '@/server/modules/insights/reports/report-periods';
import { clearOldRuns } from '@/server/modules/insights/reports/report-runs';
import { runReport } from '@/server/modules/insights/reports/run-report';
import { startDueReports } from '@/server/modules/insights/reports/schedule';
import { buildOrder } from '../../support/orders';
import { setUpScene } from '../../support/scene';
import { buildMember } from '../../support/team';

/** Reports: a list's rows as a file, by mail on a schedule, with the rights of whoever gets it at that moment. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'otherStaff' | 'customer';

const ask = <Body = SavedReport>(
  person: Person | null,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => api.request<Body>(person && scene[person], method, path, body);

const ofShop = () => ({
  family: 'orders',
  shop_id: scene.shop.id,
  name: 'Заказы за неделю',
  list: {
    query: { search: `shop_id:${scene.shop.id}`, searchJoin: 'and', orderBy: 'created_at', sortedBy: 'desc' },
    columns: ['tracking_number', 'total', 'order_status'],
    address: `/${scene.shop.slug}/orders`,
    language: 'ru',
  },
  period: 'last-week',
  period_key: 'created_from',
  format: 'csv',
  schedule: 'daily',
  hour: 8,
  receivers: [] as number[],
});
const add = (person: Person | null, more: object = {}) =>
  ask(person, 'POST', 'saved-reports', { ...ofShop(), ...more });
async function added(person: Person, more: object = {}): Promise<SavedReport> {
  const { status, body } = await add(person, more);
  expect([status, (body as unknown as { errors?: object }).errors]).toEqual([201, undefined]);
  return body;
}

/** Runs what waits, as the runner does. */
async function runAll(now = api.now()): Promise<void> {
  const { rows } = await sql<{ id: number; run: number }>`delete from jobs where name = 'report'
    returning id, (payload ->> 'run')::int as run`.execute(api.db);
  for (const { run } of rows.sort((a, b) => a.id - b.id)) {
    const ctx = jobCtx(api.db, now, 'http://localhost');
    await runReport(
      {
        ctx,
        signal: new AbortController().signal,
        report: (error) => {
          throw error;
        },
      },
      services,
      run,
    );
  }
}
const start = (now: Date) => startDueReports(api.db, now, 'http://localhost');
const runsOf = async (person: Person, id: number) =>
  (await ask<ReportRun[]>(person, 'GET', `saved-reports/${id}/runs`)).body;
const letters = async () =>
  (
    await sql<{
      recipient: string;
      subject: string;
      body: string;
    }>`select recipient, subject, body from outbox
    where template = 'report' order by id`.execute(api.db)
  ).rows;
const fileOf = async (person: Person | null, run: number) => {
  const path = `report-runs/${run}/file`;
  const { status, body, headers } = await api.request<string>(person && scene[person], 'GET', path);
  return { status, text: body, type: String(headers['content-type']) };
};

beforeEach(async () => {
  // The scene's now is Tuesday, 10 March 2026, 12:00 in Moscow: last week is 2 to 8 March.
  for (const [at, name] of [
    ['2026-03-03T10:00:00Z', 'Анна'],
    ['2026-03-08T20:30:00Z', 'Борис'],
    ['2026-03-09T10:00:00Z', 'Вера'],
  ] as const) {
    const order = await buildOrder(api, { lines: [{ shop: scene.shop }] });
    await sql`update orders set created_at = ${at}, customer_name = ${name} where ${order.id} in (id, parent_id)`.execute(
      api.db,
    );
  }
  await buildOrder(api, { lines: [{ shop: scene.otherShop }] });
});

describe('a report', () => {
  it('is stored as sent, read back, changed and removed by its owner, with an entry in the log', async () => {
    const report = await added('store_owner');
    expect(report).toMatchObject({
      name: 'Заказы за неделю',
      shop: { slug: scene.shop.slug },
      last_run: null,
    });
    // At eight o'clock in Moscow tomorrow; today's has passed.
    expect(report.next_at).toBe('2026-03-11T05:00:00.000Z');
    const { body } = await ask('store_owner', 'PATCH', `saved-reports/${report.id}`, {
      ...{ name: 'Другое имя', schedule: 'monthly', version: report.version },
    });
    expect([body.name, body.next_at, body.version]).toEqual(['Другое имя', '2026-04-01T05:00:00.000Z', 2]);
    expect(
      (await ask('store_owner', 'PATCH', `saved-reports/${report.id}`, { name: 'x', version: 1 })).status,
    ).toBe(409);
    expect(
      (await ask<SavedReport[]>('store_owner', 'GET', 'saved-reports')).body.map(({ id }) => id),
    ).toEqual([report.id]);
    expect((await ask('store_owner', 'DELETE', `saved-reports/${report.id}`)).status).toBe(200);
    expect((await ask<SavedReport[]>('store_owner', 'GET', 'saved-reports')).body).toEqual([]);
    const { rows } = await sql<{
      action: string;
    }>`select action from audit_log where family = 'saved-reports' order by id`.execute(api.db);
    expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'remove']);
  });

  it('is refused without a session, without the right and for another shop', async () => {
    expect((await add(null)).status).toBe(401);
    expect((await add('customer')).status).toBe(403);
    expect((await add('otherOwner')).status).toBe(404);
    expect((await add('store_owner', { family: 'users', shop_id: null })).status).toBe(403);
    // Money is not for staff.
    expect((await add('staff', { family: 'withdraws' })).status).toBe(403);
    expect((await add('staff')).status).toBe(201);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/1'],
      ['GET', '/1/runs'],
      ['POST', '/1/run'],
      ['PATCH', '/1'],
      ['DELETE', '/1'],
    ] as const) {
      expect([path, (await ask(null, method, `saved-reports${path}`)).status]).toEqual([path, 401]);
      expect([path, (await ask('customer', method, `saved-reports${path}`)).status]).toEqual([path, 403]);
    }
  });

  it('is refused with wrong input, with the field', async () => {
    const list = ofShop().list;
    const wrong: [object, string][] = [
      [{ name: ' ' }, 'name'],
      [{ family: 'nothing' }, 'family'],
      [{ period: 'soon' }, 'period'],
      [{ period: null }, 'period'],
      [{ period_key: 'total' }, 'period_key'],
      [{ format: 'pdf' }, 'format'],
      [{ schedule: 'hourly' }, 'schedule'],
      [{ hour: 24 }, 'hour'],
      [{ list: { ...list, columns: ['password'] } }, 'list.columns'],
      [{ list: { ...list, columns: [] } }, 'list.columns'],
      [{ list: { ...list, query: { search: 'password:1' } } }, 'search'],
      [{ list: { ...list, address: '//evil.ru' } }, 'list.address'],
      [{ list: { ...list, address: '/no/such/page/here' } }, 'list.address'],
      [{ receivers: [scene.otherOwner.id] }, 'receivers'],
      [{ receivers: Array.from({ length: 11 }, (_, id) => id + 1) }, 'receivers'],
    ];
    for (const [more, field] of wrong) {
      const { status, body } = await add('store_owner', more);
      const { errors } = body as unknown as { errors?: Record<string, unknown> };
      expect([more, status, Object.keys(errors ?? {}).some((key) => key.startsWith(field))]).toEqual([
        more,
        422,
        true,
      ]);
    }
  });

  it('of another person is not found, for administrators neither', async () => {
    const { id } = await added('store_owner');
    for (const person of ['otherOwner', 'staff', 'super_admin'] as const)
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/runs'],
        ['GET', '/receivers'],
        ['POST', '/run'],
        ['PATCH', ''],
        ['DELETE', ''],
      ] as const)
        expect([person, path, (await ask(person, method, `saved-reports/${id}${path}`)).status]).toEqual([
          person,
          path,
          404,
        ]);
  });

  it('offers as receivers those who may read the list themselves', async () => {
    const { id } = await added('store_owner');
    const names = async (person: Person, report: number) =>
      (await ask<{ id: number }[]>(person, 'GET', `saved-reports/${report}/receivers`)).body.map(
        (one) => one.id,
      );
    expect(await names('store_owner', id)).toEqual([scene.staff.id]);
    const money = await added('store_owner', { ...wholeList('withdraws'), shop_id: scene.shop.id });
    expect(await names('store_owner', money.id)).toEqual([]);
    const root = await added('super_admin', { ...wholeList('tags'), shop_id: null });
    expect(await names('super_admin', root.id)).toEqual([]);
  });
});

/** A list without days. */
const wholeList = (family: string) => ({
  family,
  period: null,
  period_key: null,
  list: {
    query: {},
    columns: [family === 'tags' ? 'name' : 'amount'],
    address: family === 'tags' ? '/tags' : `/${scene.shop.slug}/${family}`,
    language: 'ru',
  },
});

describe('a run', () => {
  it('writes the rows of the period that its owner sees, as the list’s own export has them', async () => {
    const report = await added('store_owner');
    const { status, body: run } = await ask<ReportRun>(
      'store_owner',
      'POST',
      `saved-reports/${report.id}/run`,
    );
    expect([status, run.status]).toEqual([200, 'waiting']);
    await runAll();
    const [done] = await runsOf('store_owner', report.id);
    expect(done).toMatchObject({
      status: 'done',
      rows: 2,
      is_cut: false,
      has_file: true,
      period: { from: '2026-03-02', to: '2026-03-08' },
    });
    const { text, type } = await fileOf('store_owner', run.id);
    expect(type).toContain('text/csv');
    const lines = text.trim().split('\n');
    expect([lines.length, lines[0]?.replace('\ufeff', '')]).toEqual([3, 'Номер;Сумма;Статус']);
    const { rows } = await sql<{ mark: string }>`select left(encode(content, 'hex'), 6) as mark
      from report_files`.execute(api.db);
    expect(rows).toEqual([{ mark: 'efbbbf' }]);
    // A run on demand sends no letter.
    expect(await letters()).toEqual([]);
  });

  it('in a workbook has texts that no spreadsheet runs, and in CSV guarded ones', async () => {
    await sql`insert into tags (name, slug) values ('=HYPERLINK("http://evil.ru")', 'evil')`.execute(api.db);
    for (const format of ['csv', 'xlsx']) {
      const report = await added('super_admin', { ...wholeList('tags'), shop_id: null, format });
      const { body: run } = await ask<ReportRun>('super_admin', 'POST', `saved-reports/${report.id}/run`);
      await runAll();
      const { text, status } = await fileOf('super_admin', run.id);
      expect(status).toBe(200);
      if (format === 'csv') expect(text).toContain(`"'=HYPERLINK(""http://evil.ru"")"`);
      else expect(text.startsWith('PK')).toBe(true);
    }
  });

  it('waits with few others, however many are asked for at once', async () => {
    const { id } = await added('store_owner');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask('store_owner', 'POST', `saved-reports/${id}/run`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(17);
    await runAll();
    expect((await ask('store_owner', 'POST', `saved-reports/${id}/run`)).status).toBe(200);
  });

  it('fails with its reason once the owner has lost the right, and nobody gets a letter', async () => {
    const report = await added('store_owner', { receivers: [scene.staff.id] });
    await sql`update shops set owner_id = ${scene.otherOwner.id} where id = ${scene.shop.id}`.execute(api.db);
    await start(new Date('2026-03-11T05:00:00Z'));
    await runAll();
    const [run] = await runsOf('store_owner', report.id);
    expect([run?.status, run?.failure, run?.readers]).toEqual(['failed', 'FORBIDDEN', []]);
    expect(await letters()).toEqual([]);
  });

  it('that happens twice writes and sends once', async () => {
    const report = await added('store_owner');
    await start(new Date('2026-03-11T05:00:00Z'));
    const { rows } = await sql<{
      run: number;
    }>`select (payload ->> 'run')::int as run from jobs where name = 'report'`.execute(api.db);
    await runAll();
    const ctx = jobCtx(api.db, api.now(), 'http://localhost');
    await runReport(
      { ctx, signal: new AbortController().signal, report: () => undefined },
      services,
      rows[0]?.run,
    );
    expect(await letters()).toHaveLength(1);
    expect(await runsOf('store_owner', report.id)).toHaveLength(1);
  });
});

describe('a file with contacts', () => {
  it('is closed to a reader who has lost the right to see them, and a masked or plain one is not', async () => {
    const person = await buildMember(api.db, { orders: 'write', customers: 'read' });
    const write = async (columns: string[]) => {
      const { list } = ofShop();
      const asked = { ...ofShop(), shop_id: null, list: { ...list, columns, address: '/orders' } };
      const report = await api.request<SavedReport>(person, 'POST', 'saved-reports', asked);
      expect(report.status).toBe(201);
      const run = await api.request<ReportRun>(person, 'POST', `saved-reports/${report.body.id}/run`);
      await runAll();
      return { report: report.body.id, run: run.body.id };
    };
    const read = async ({ report, run }: { report: number; run: number }) => {
      const file = await api.request<string>(person, 'GET', `report-runs/${run}/file`);
      const runs = await api.request<ReportRun[]>(person, 'GET', `saved-reports/${report}/runs`);
      const delivery = await api.request(person, 'GET', `report-runs/${run}`);
      return [file.status, delivery.status, runs.body[0]?.has_file, runs.body[0]?.is_closed];
    };
    const [contacts, plain] = [await write(['tracking_number', 'customer_contact']), await write(['total'])];
    expect([await read(contacts), await read(plain)]).toEqual([
      [200, 200, true, false],
      [200, 200, true, false],
    ]);

    await api.db
      .updateTable('roles')
      .set({ areas: JSON.stringify({ orders: 'write' }) })
      .where('id', '=', (eb) => eb.selectFrom('users').select('role_id').where('id', '=', person.id))
      .execute();

    expect([await read(contacts), await read(plain)]).toEqual([
      [404, 404, false, true],
      [200, 200, true, false],
    ]);
    expect(await read(await write(['tracking_number', 'customer_contact']))).toEqual([
      ...[200, 200, true, false],
    ]);

    await api.db
      .updateTable('roles')
      .set({ areas: JSON.stringify({ products: 'read' }) })
      .where('id', '=', (eb) => eb.selectFrom('users').select('role_id').where('id', '=', person.id))
      .execute();
    expect(await read(plain)).toEqual([404, 404, false, true]);
  });
});

describe('the schedule', () => {
  it('is not waited for by a run that its owner sends now', async () => {
    const { id } = await added('store_owner', { schedule: 'none', receivers: [scene.staff.id] });
    expect((await ask('store_owner', 'POST', `saved-reports/${id}/run`, { send: true })).status).toBe(200);
    await runAll();
    expect(await letters()).toHaveLength(2);
  });

  it('starts each moment once, also when two processes look at the same time', async () => {
    const { id } = await added('store_owner', { schedule: 'weekly', hour: 9 });
    await start(new Date('2026-03-16T05:59:00Z'));
    expect(await runsOf('store_owner', id)).toHaveLength(0);
    const monday = new Date('2026-03-16T06:00:00Z');
    await Promise.all([start(monday), start(monday)]);
    await start(new Date('2026-03-20T06:00:00Z'));
    expect(await runsOf('store_owner', id)).toHaveLength(1);
    await start(new Date('2026-03-23T06:00:00Z'));
    expect(await runsOf('store_owner', id)).toHaveLength(2);
  });

  it('sends a letter to the owner and to receivers, each with a file of their own that others cannot open', async () => {
    const report = await added('store_owner', { receivers: [scene.staff.id] });
    await start(new Date('2026-03-11T05:00:00Z'));
    await runAll();
    const [run] = await runsOf('store_owner', report.id);
    expect(run?.readers).toHaveLength(2);
    const sent = await letters();
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual(
      [scene.store_owner.email, scene.staff.email].sort(),
    );
    expect(sent[0]?.subject).toBe('Отчёт «Заказы за неделю»: 02.03.2026–08.03.2026');
    expect(sent[0]?.body).toContain(`http://localhost/admin/reports?run=${run?.id}`);
    expect(sent[0]?.body).toContain('2 строки');
    for (const [person, status] of [
      ['store_owner', 200],
      ['staff', 200],
      ['otherOwner', 404],
      ['super_admin', 404],
      ['customer', 403],
      [null, 401],
    ] as const) {
      expect([person, (await fileOf(person, run?.id ?? 0)).status]).toEqual([person, status]);
      expect([person, (await ask(person, 'GET', `report-runs/${run?.id}`)).status]).toEqual([person, status]);
    }
    const { body } = await ask<ReportDelivery>('staff', 'GET', `report-runs/${run?.id}`);
    expect(body).toMatchObject({ name: 'Заказы за неделю', rows: 2, has_file: true });
  });

  it('sends nothing to a receiver who lost the right, whose old file closes, too', async () => {
    const report = await added('store_owner', { receivers: [scene.staff.id] });
    await start(new Date('2026-03-11T05:00:00Z'));
    await runAll();
    const [first] = await runsOf('store_owner', report.id);
    await sql`update users set permissions = array['staff', 'customer', 'staff:catalogue'] where id = ${scene.staff.id}`.execute(
      api.db,
    );
    await start(new Date('2026-03-12T05:00:00Z'));
    await runAll();
    const [second] = await runsOf('store_owner', report.id);
    expect(second?.readers.map(({ id }) => id)).toEqual([scene.store_owner.id]);
    expect((await letters()).filter(({ recipient }) => recipient === scene.staff.email)).toHaveLength(1);
    expect((await fileOf('staff', first?.id ?? 0)).status).toBe(404);
  });

  it('keeps files for a week', async () => {
    const report = await added('store_owner');
    await start(new Date('2026-03-11T05:00:00Z'));
    await runAll();
    await clearOldRuns({ db: api.db, now: new Date('2026-03-30T05:00:00Z') });
    const [run] = await runsOf('store_owner', report.id);
    expect([run?.status, run?.has_file]).toEqual(['done', false]);
    expect((await fileOf('store_owner', run?.id ?? 0)).status).toBe(404);
  });
});

describe('a relative period', () => {
  it('is of the business day of the run', () => {
    const of = (today: string) =>
      (['yesterday', 'last-week', 'last-month', 'last-7', 'this-week', 'this-month'] as const).map((period) =>
        Object.values(reportDays(period, today)).join(' '),
      );
    expect(of('2026-03-10')).toEqual([
      '2026-03-09 2026-03-09',
      '2026-03-02 2026-03-08',
      '2026-02-01 2026-02-28',
      '2026-03-03 2026-03-09',
      '2026-03-09 2026-03-10',
      '2026-03-01 2026-03-10',
    ]);
    // A Sunday, in January.
    expect(of('2026-01-04').slice(1, 3)).toEqual(['2025-12-22 2025-12-28', '2025-12-01 2025-12-31']);
  });
});
