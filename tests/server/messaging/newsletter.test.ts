import { expect, it } from 'vitest';
import { forgetPeople } from '@/server/modules/messaging/forget-people';
import { lastMessage, messagesTo } from '../../support/outbox';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene({ trustProxy: 1 });

const address = 'ulyana@test.ru';
const subscribe = (email: unknown = address, ip = '10.0.0.1') =>
  api.request(null, 'POST', 'subscribe-to-newsletter', { email }, { 'x-forwarded-for': ip });
const stored = () => api.db.selectFrom('newsletter_subscribers').selectAll().orderBy('id').execute();
const letters = (email = address) => messagesTo(api.db, email);
const later = (days: number) => new Date(api.now().getTime() + days * 24 * 3600_000);

/** What the page behind a link sends. */
function partsOf(link: string) {
  const { searchParams } = new URL(link);
  return { id: Number(searchParams.get('id')), secret: searchParams.get('secret') ?? '' };
}

async function letterLink(email = address) {
  const letter = await lastMessage(api.db, email, 'newsletter-confirm');
  return partsOf(/https:\S+do=confirm\S+/.exec(letter)?.[0] ?? '');
}

async function unsubscribeLink() {
  const { body } = await api.request(scene.super_admin, 'GET', 'newsletter-subscribers');
  return partsOf(String(body.data[0]?.unsubscribe_link));
}

const press = (what: 'confirm' | 'unsubscribe', link: object) =>
  api.request(null, 'POST', `newsletter/${what}`, link, { 'x-forwarded-for': '10.0.0.7' });

it('begins when the owner of the address confirms, who agrees by that', async () => {
  const { status, body } = await subscribe(' Ulyana@Test.RU ');
  expect([status, body]).toEqual([200, true]);
  expect(await stored()).toMatchObject([{ email: address, status: 'waiting', consent: null }]);

  const confirmed = await press('confirm', await letterLink());

  expect([confirmed.status, confirmed.body]).toEqual([200, true]);
  expect(await stored()).toMatchObject([
    {
      ...{ status: 'subscribed', subscribed_at: api.now() },
      consent: { documents: [], ip: '10.0.0.7', given_at: api.now().toISOString() },
    },
  ]);
  expect((await press('confirm', await letterLink())).status).toBe(200);
});

it('is refused without an address, with a wrong link and with another person’s', async () => {
  await subscribe();
  await subscribe('boris@test.ru');
  const mine = await letterLink();

  expect((await subscribe('no-address')).body.errors).toEqual({ email: ['error-email-format'] });
  expect((await subscribe(null)).body.errors).toEqual({ email: ['error-email-required'] });
  for (const wrong of [
    { ...mine, secret: 'wrong' },
    { ...mine, id: 999_999 },
    { ...mine, secret: (await letterLink('boris@test.ru')).secret },
  ]) {
    expect((await press('confirm', wrong)).status).toBe(404);
    expect((await press('unsubscribe', wrong)).status).toBe(404);
  }
  expect((await press('confirm', { id: 'x' })).body.errors).toEqual({
    id: ['error-wrong-value'],
    secret: ['error-wrong-value'],
  });
  expect((await stored()).map(({ status }) => status)).toEqual(['waiting', 'waiting']);
});

it('does not tell whether an address is subscribed, and writes to no subscriber again', async () => {
  await subscribe();
  await press('confirm', await letterLink());

  const again = await subscribe();

  expect([again.status, again.body]).toEqual([200, true]);
  expect(await letters()).toHaveLength(1);
  expect(await stored()).toMatchObject([{ status: 'subscribed' }]);
});

it('sends one address few letters, however many ask', async () => {
  for (let asked = 0; asked < 5; asked += 1) expect((await subscribe()).body).toBe(true);
  expect(await letters()).toHaveLength(3);
  for (let network = 1; network <= 5; network += 1)
    for (let asked = 0; asked < 3; asked += 1) await subscribe(address, `10.1.${network}.1`);

  expect(await letters()).toHaveLength(8);
});

it('is asked for ten times in an hour from one network', async () => {
  for (let asked = 0; asked < 10; asked += 1) await subscribe(`reader-${asked}@test.ru`);

  const refused = await subscribe();

  expect([refused.status, refused.body.message]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect((await subscribe(address, '10.0.0.2')).status).toBe(200);
});

it('ends by the link of any letter, and begins again by a new confirmation only', async () => {
  await subscribe();
  const old = await letterLink();
  await press('confirm', old);
  const link = await unsubscribeLink();

  expect([(await press('unsubscribe', link)).status, (await press('unsubscribe', link)).status]).toEqual([
    200, 200,
  ]);
  expect(await stored()).toMatchObject([{ status: 'unsubscribed', unsubscribed_at: api.now() }]);
  expect((await press('confirm', old)).status).toBe(404);

  await subscribe();
  expect(await stored()).toMatchObject([{ status: 'waiting' }]);
  await press('confirm', await letterLink());
  expect(await stored()).toMatchObject([{ status: 'subscribed', unsubscribed_at: null }]);
  expect((await press('unsubscribe', link)).status).toBe(200);
});

it('cannot be confirmed by the link that unsubscribes, which administrators see', async () => {
  await subscribe();

  expect((await press('confirm', await unsubscribeLink())).status).toBe(404);
  expect((await press('unsubscribe', await letterLink())).status).toBe(404);
  const { body } = await api.request(scene.super_admin, 'GET', 'newsletter-subscribers');
  expect(Object.keys(body.data[0] ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/hash|secret/)]),
  );
});

it('asks the owner of an address that an administrator adds or changes', async () => {
  const made = await api.request(scene.super_admin, 'POST', 'newsletter-subscribers', { email: address });
  expect([made.status, made.body.status]).toEqual([201, 'waiting']);
  await press('confirm', await letterLink());
  const twice = await api.request(scene.super_admin, 'POST', 'newsletter-subscribers', { email: address });
  expect([twice.status, twice.body.errors]).toEqual([422, { email: ['error-taken'] }]);

  const path = `newsletter-subscribers/${made.body.id}`;
  const former = await unsubscribeLink();
  const changed = await api.request(scene.super_admin, 'PUT', path, { email: 'other@test.ru' });

  expect([changed.status, changed.body.status, changed.body.consent]).toEqual([200, 'waiting', null]);
  expect((await press('unsubscribe', former)).status).toBe(404);
  expect((await press('confirm', await letterLink())).status).toBe(404);
  expect((await press('confirm', await letterLink('other@test.ru'))).status).toBe(200);
});

it('keeps a subscriber whose note changes', async () => {
  await subscribe();
  await press('confirm', await letterLink());
  const [row] = await stored();

  await api.request(scene.super_admin, 'PUT', `newsletter-subscribers/${row?.id}`, { note: 'С ярмарки' });

  expect(await stored()).toMatchObject([{ status: 'subscribed', note: 'С ярмарки' }]);
  expect(await letters()).toHaveLength(1);
});

it('exports the links that unsubscribe', async () => {
  await subscribe();

  const { body } = await api.request<string>(
    scene.super_admin,
    'GET',
    'newsletter-subscribers/export?columns=email,status,unsubscribe_link',
  );

  const { id, secret } = await unsubscribeLink();
  expect(String(body)).toContain(
    `${address};Ждёт подтверждения;https://shop.test/admin/newsletter?do=unsubscribe&id=${id}&secret=${secret}`,
  );
});

it('forgets addresses that nobody confirmed for a week, and unsubscribed ones after a year', async () => {
  await subscribe('waiting@test.ru');
  await subscribe('gone@test.ru');
  const gone = await letterLink('gone@test.ru');
  await press('confirm', gone);
  await subscribe();
  await press('confirm', await letterLink());
  const secret = (await stored()).find(({ email }) => email === 'gone@test.ru')?.unsubscribe_secret;
  await press('unsubscribe', { id: gone.id, secret });
  const emails = async () => (await stored()).map(({ email }) => email);

  await forgetPeople({ db: api.db, now: later(6) });
  expect(await emails()).toHaveLength(3);
  await forgetPeople({ db: api.db, now: later(8) });
  expect(await emails()).toEqual(['gone@test.ru', address]);
  await forgetPeople({ db: api.db, now: later(366) });
  expect(await emails()).toEqual([address]);
});

it('is confirmed within a week', async () => {
  await subscribe();
  const link = await letterLink();
  api.setNow(later(8));

  expect((await press('confirm', link)).status).toBe(404);
});

it('is forgotten for good without its address in the log', async () => {
  await subscribe();
  const { id } = await letterLink();
  await api.request(scene.super_admin, 'DELETE', `newsletter-subscribers/${id}`);

  const { status } = await api.request(scene.super_admin, 'DELETE', `trash/newsletter-subscribers/${id}`, {
    confirmation: id,
  });

  expect([status, await stored()]).toEqual([200, []]);
  const log = await api.db.selectFrom('audit_log').select(['action', 'changes']).execute();
  expect(log.map(({ action }) => action)).toContain('purge');
  expect(JSON.stringify(log)).not.toContain(address);
});

it('ends for an address in the trash, too, so that a restored one gets no letters', async () => {
  await subscribe();
  await press('confirm', await letterLink());
  const link = await unsubscribeLink();
  await api.request(scene.super_admin, 'DELETE', `newsletter-subscribers/${link.id}`);

  expect((await press('unsubscribe', link)).status).toBe(200);
  await api.request(scene.super_admin, 'POST', `newsletter-subscribers/${link.id}/restore`);
  expect(await stored()).toMatchObject([{ status: 'unsubscribed', deleted_at: null }]);
});

it('comes back from the trash when its owner asks again', async () => {
  await subscribe();
  const { id } = await letterLink();
  await api.request(scene.super_admin, 'DELETE', `newsletter-subscribers/${id}`);

  await subscribe();
  await press('confirm', await letterLink());

  expect(await stored()).toMatchObject([{ id, status: 'subscribed', deleted_at: null }]);
});
