import { expect, it } from 'vitest';
import { messageOf, password, setUpOpenId } from '../../../support/openid/scene';

/** What rests on an address ends with the address. */
const { api, at, links, visitor } = setUpOpenId();

it('a sign-in that only an address opened ends when the person leaves the address', async () => {
  const first = visitor();
  await first.goThrough('anna');
  expect((await first.finish()).status).toBe(200);
  expect(await links()).toMatchObject([{ by_email: true }]);
  const asked = await api.request(at.owner, 'POST', 'update-email', { email: 'new@test.ru', password });
  expect(asked.status).toBe(200);
  const { body } = await api.db
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', 'new@test.ru')
    .executeTakeFirstOrThrow();
  const link = /rest\/(email\/change\S+)/.exec(body)?.[1] ?? '';
  expect((await api.request(null, 'GET', link)).headers.location).toContain('verified=1');

  // Whoever still reads the former mailbox signs in at the provider.
  const second = visitor();
  await second.goThrough('anna');
  expect(await messageOf(second.finish())).toEqual([409, 'SIGN_IN_NO_ACCOUNT']);
  expect(await links()).toEqual([]);
});
