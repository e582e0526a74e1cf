import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { jobCtx } from '@/server/core/jobs/job';
import type { Outgoing } from '@/server/integrations/mail/mail';
import { newsletterJob } from '@/server/modules/messaging/newsletter/newsletters';
import { writeNewsletter } from '@/server/modules/messaging/newsletter/write-newsletter';
import { sendDue } from '@/server/modules/messaging/outbox-worker';
import { messagesTo } from '../../support/outbox';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene();

const words = { subject: 'Новинки ноября', body: 'Свечи и корзины.', letter_language: 'ru' };

async function write(more: object = {}) {
  const { status, body } = await api.request(scene.super_admin, 'POST', 'newsletters', { ...words, ...more });
  expect(status).toBe(201);
  return { id: Number(body.id), path: `newsletters/${body.id}`, version: Number(body.version) };
}

/** Confirmed subscribers, besides one who waits, one who left and one in the trash. */
async function subscribe(count: number) {
  await sql`insert into newsletter_subscribers (email, status, unsubscribe_secret, consent, deleted_at)
    select 'reader-' || i || '@test.ru', 'subscribed', 'secret-' || i, '{}'::jsonb, null::timestamptz
    from generate_series(1, ${count}::int) i
    union all select 'waiting@test.ru', 'waiting', 'w', null, null
    union all select 'left@test.ru', 'unsubscribed', 'l', '{}'::jsonb, null
    union all select 'trash@test.ru', 'subscribed', 't', '{}'::jsonb, now()`.execute(api.db);
}

const stored = (id: number) =>
  api.db.selectFrom('newsletters').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const letters = () =>
  api.db.selectFrom('outbox').selectAll().where('template', '=', 'newsletter').orderBy('id').execute();
const send = ({ path, version }: { path: string; version?: number }) =>
  api.request(scene.super_admin, 'POST', `${path}/send`, { version });

/** What the queued job does, until it ends or the outbox is full. */
const run = (id: number, control = new AbortController()) =>
  writeNewsletter(
    {
      ctx: jobCtx(api.db, api.now(), 'https://shop.test'),
      signal: control.signal,
      report: (error) => {
        throw error;
      },
    },
    { id },
  );

async function deliver() {
  const sent: Outgoing[] = [];
  await sendDue({ db: api.db, now: api.now, publicUrl: 'https://shop.test' }, 'mail', async (letter) => {
    sent.push(letter);
  });
  return sent;
}

describe('a newsletter', () => {
  it.each(['send', 'stop', 'test'])('is for administrators with a session only: %s', async (action) => {
    await subscribe(1);
    const { id, path } = await write();

    expect((await api.request(null, 'POST', `${path}/${action}`)).status).toBe(401);
    expect((await api.request(scene.store_owner, 'POST', `${path}/${action}`)).status).toBe(403);
    expect((await api.request(scene.super_admin, 'POST', `newsletters/999999/${action}`)).status).toBe(404);
    expect([(await stored(id)).status, await letters()]).toEqual(['draft', []]);
  });

  it('needs a subject of one line, a text and a known language', async () => {
    const refused = await api.request(scene.super_admin, 'POST', 'newsletters', {
      ...{ subject: 'две\nстроки', body: ' ', letter_language: 'xx' },
    });

    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors ?? {}).sort()).toEqual(['body', 'letter_language', 'subject']);
  });

  it('is tried on the person who writes it, and on nobody else', async () => {
    await subscribe(2);
    const { id, path } = await write();

    expect((await api.request(scene.super_admin, 'POST', `${path}/test`)).status).toBe(200);

    const { email } = await api.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', scene.super_admin.id)
      .executeTakeFirstOrThrow();
    expect(await messagesTo(api.db, email)).toMatchObject([{ subject: 'Новинки ноября' }]);
    expect([(await letters()).length, (await stored(id)).status]).toEqual([1, 'draft']);
  });

  it('reaches each confirmed subscriber once, with a link that unsubscribes that one', async () => {
    await subscribe(3);
    const newsletter = await write();

    const begun = await send(newsletter);
    expect([begun.status, begun.body.status, begun.body.total]).toEqual([200, 'sending', 3]);
    expect(
      await api.db.selectFrom('jobs').select('name').where('name', '=', newsletterJob).execute(),
    ).toHaveLength(1);
    expect(await run(newsletter.id)).toBe('done');

    const rows = await letters();
    expect(rows.map(({ recipient }) => recipient)).toEqual([1, 2, 3].map((one) => `reader-${one}@test.ru`));
    for (const [index, { body, unsubscribe }] of rows.entries()) {
      expect(unsubscribe).toContain(`secret=secret-${index + 1}`);
      expect(body).toContain(`Отписаться:\n${unsubscribe}`);
    }
    expect(await stored(newsletter.id)).toMatchObject({ status: 'sent', queued: 3, finished_at: api.now() });
    // Letters leave several at once, in any order.
    const sent = await deliver();
    expect(new Set(sent.map(({ unsubscribe }) => unsubscribe))).toEqual(
      new Set(rows.map(({ unsubscribe }) => unsubscribe)),
    );
    expect(sent).toHaveLength(3);
    const link = new URL(String(rows[0]?.unsubscribe)).searchParams;
    const left = { id: Number(link.get('id')), secret: link.get('secret') };
    expect((await api.request(null, 'POST', 'newsletter/unsubscribe', left)).status).toBe(200);
  });

  it('has the line about unsubscribing in its own language', async () => {
    await subscribe(1);
    const newsletter = await write({ letter_language: 'en' });
    await send(newsletter);
    await run(newsletter.id);

    expect((await letters())[0]?.body).toContain(
      'Unsubscribe:\nhttps://shop.test/admin/newsletter?do=unsubscribe',
    );
  });

  it('is sent once, however often it is asked for and however many runs meet', async () => {
    await subscribe(5);
    const newsletter = await write();
    const answers = await Promise.all([send(newsletter), send(newsletter)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);

    await Promise.all([run(newsletter.id), run(newsletter.id)]);
    expect((await send(newsletter)).body.message).toBe('ACTION_NOT_VALID');
    await run(newsletter.id);

    expect(await letters()).toHaveLength(5);
  });

  it('goes on after a killed process behind the last whole batch', async () => {
    await subscribe(250);
    const newsletter = await write();
    await send(newsletter);
    // The process dies within the second batch.
    await sql`create function die() returns trigger language plpgsql as $$ begin
      if new.recipient = 'reader-150@test.ru' then raise exception 'killed'; end if; return new; end $$`.execute(
      api.db,
    );
    await sql`create trigger die before insert on outbox for each row execute function die()`.execute(api.db);
    await expect(run(newsletter.id)).rejects.toThrow('killed');
    expect([(await letters()).length, (await stored(newsletter.id)).queued]).toEqual([100, 100]);

    await sql`drop trigger die on outbox`.execute(api.db);
    await sql`drop function die`.execute(api.db);
    await run(newsletter.id);

    const recipients = (await letters()).map(({ recipient }) => recipient);
    expect([recipients.length, new Set(recipients).size]).toEqual([250, 250]);
  });

  it('leaves room for other letters: at most 300 wait at one time', async () => {
    await subscribe(400);
    const newsletter = await write();
    await send(newsletter);

    expect(await run(newsletter.id)).toBe('later');
    expect(await letters()).toHaveLength(300);
    const read = await api.request(scene.super_admin, 'GET', newsletter.path);
    expect(read.body).toMatchObject({ status: 'sending', total: 400, queued: 300, waiting: 300, failed: 0 });
    await deliver();
    expect(await run(newsletter.id)).toBe('done');
    expect(await letters()).toHaveLength(400);
  });

  it('is stopped, then goes on with the others, and not with who came or left meanwhile', async () => {
    await subscribe(400);
    const newsletter = await write();
    await send(newsletter);
    await run(newsletter.id);

    const stopped = await api.request(scene.super_admin, 'POST', `${newsletter.path}/stop`);
    expect([stopped.status, stopped.body.status]).toEqual([200, 'stopped']);
    await deliver();
    expect(await run(newsletter.id)).toBe('done');
    expect(await letters()).toHaveLength(300);
    await sql`update newsletter_subscribers set status = 'unsubscribed' where email = 'reader-400@test.ru'`.execute(
      api.db,
    );
    await sql`insert into newsletter_subscribers (email, status, unsubscribe_secret, consent)
      values ('late@test.ru', 'subscribed', 's', '{}')`.execute(api.db);

    expect((await send({ path: newsletter.path, version: Number(stopped.body.version) })).status).toBe(200);
    await run(newsletter.id);

    const recipients = (await letters()).map(({ recipient }) => recipient);
    expect([recipients.length, new Set(recipients).size]).toEqual([399, 399]);
    expect(recipients).not.toContain('late@test.ru');
  });

  it('keeps its words once it was begun, and is stopped before it is removed', async () => {
    await subscribe(1);
    const newsletter = await write();
    const changed = await api.request(scene.super_admin, 'PUT', newsletter.path, { subject: 'Новые слова' });
    expect(changed.status).toBe(200);
    // The words that the person saw are not those that would be sent.
    expect((await send(newsletter)).body.message).toBe('CONFLICT');
    expect((await send({ path: newsletter.path, version: Number(changed.body.version) })).status).toBe(200);

    expect((await api.request(scene.super_admin, 'PUT', newsletter.path, words)).body.message).toBe(
      'ACTION_NOT_VALID',
    );
    expect((await api.request(scene.super_admin, 'DELETE', newsletter.path)).body.message).toBe(
      'ACTION_NOT_VALID',
    );
    expect(await stored(newsletter.id)).toMatchObject({ subject: 'Новые слова', deleted_at: null });
  });

  it('is not sent to nobody', async () => {
    await subscribe(0);
    const newsletter = await write();

    expect((await send(newsletter)).body.message).toBe('ACTION_NOT_VALID');
    expect((await stored(newsletter.id)).status).toBe('draft');
  });

  it('that is removed with others while it is sent stops', async () => {
    await subscribe(1);
    const newsletter = await write();
    await send(newsletter);
    await sql`update newsletters set deleted_at = now() where id = ${newsletter.id}`.execute(api.db);

    expect(await run(newsletter.id)).toBe('done');
    expect([(await stored(newsletter.id)).status, await letters()]).toEqual(['stopped', []]);
  });
});
