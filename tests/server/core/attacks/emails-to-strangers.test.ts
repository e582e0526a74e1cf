import { describe, expect, it } from 'vitest';
import { emailHtml } from '@/server/integrations/mail/html';
import { setUpScene } from '../../../support/scene';

/** The marketplace's letters carry no words of a stranger to people who did not ask for them (docs/security.md). */
const { api, scene } = setUpScene();

const bait = 'Вам выплата 5000 руб. Заберите на evil.ru';
const bodies = async (to: string) =>
  (await api.db.selectFrom('outbox').select(['subject', 'body']).where('recipient', '=', to).execute()).map(
    ({ subject, body }) => `${subject}\n${body}`,
  );

describe('a letter to an address that somebody typed', () => {
  it.each([bait, 'evil.ru', 'https://evil.ru/x', 'Приз: www.evil.ru'])(
    'does not repeat the name «%s» of a registration',
    async (name) => {
      const body = {
        name,
        email: 'victim@test.ru',
        password: 'Ромашка9Полевая',
        accepts_terms: true,
        accepts_personal_data: true,
      };
      const { status } = await api.request(null, 'POST', 'register', body);
      const letters = await bodies('victim@test.ru');
      expect([200, 422]).toContain(status);
      for (const letter of letters) expect(letter).not.toContain('evil.ru');
      for (const letter of letters) expect(emailHtml(letter)).not.toContain('evil.ru');
    },
  );

  it('does not repeat the name of the account that asks for another address', async () => {
    await api.db.updateTable('users').set({ name: bait }).where('id', '=', scene.customer.id).execute();
    const { hashPassword } = await import('@/server/modules/accounts/sign-in/passwords');
    await api.db
      .updateTable('users')
      .set({ password_hash: await hashPassword('Ромашка9Полевая') })
      .where('id', '=', scene.customer.id)
      .execute();
    const { status } = await api.request(scene.customer, 'POST', 'update-email', {
      email: 'victim@test.ru',
      password: 'Ромашка9Полевая',
    });
    expect(status).toBe(200);
    const letters = await bodies('victim@test.ru');
    expect(letters).toHaveLength(1);
    expect(letters[0]).not.toContain('evil.ru');
  });
});
