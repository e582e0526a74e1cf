import { describe, expect, it } from 'vitest';
import { assertUncommonPassword } from '@/server/modules/accounts/sign-in/common-passwords';
import { buildUser } from '../../support/factories';
import { resetToken } from '../../support/outbox';
import { setUpScene } from '../../support/scene';

/** Common passwords are refused wherever a password is chosen. */
const { api, scene } = setUpScene();
const person = { email: 'irina.petrova@test.ru', name: 'Ирина Воробьёва' };

const isRefused = (password: string) =>
  assertUncommonPassword({ db: api.db }, password, person).then(
    () => false,
    (error: { fields?: object }) => {
      expect(error.fields).toEqual({ password: ['error-password-common'] });
      return true;
    },
  );

it.each([
  ['of the list', ['Password1', 'Qwerty123', 'Qwerty12345', 'PASSWORd1', 'Trustno1', '1Qaz2wsx']],
  ['with digits and signs around a common word', ['Dragon2024!', '!Monkey_77', 'Summer2026', 'Demo12345']],
  ['with signs for letters', ['P@ssw0rd', 'P@$$w0rd123', 'Adm1n2026', 'We1come123']],
  ['in Russian, in either layout', ['Пароль123', 'Gfhjkm123', 'Йцукен123', 'Привет2026', 'Ghbdtn2026']],
  ['of English words typed in the Russian layout', ['Зфыыцщкв1', 'Фвьшт2026', 'Цудсщьу1']],
  ['of the shop’s name', ['Гостиный2026', 'Gostiny123', 'ГостиныйДвор1', 'Gostinyy-Dvor9']],
  ['of the person', ['Petrova1990', 'Irina.petrova1', 'Воробьёва77', 'Vorobyova77']],
])('refuses a password %s', async (_what, passwords) => {
  const passed = [];
  for (const password of passwords) if (!(await isRefused(password))) passed.push(password);

  expect(passed).toEqual([]);
});

it.each(['Snegir2026', 'Klyukva678', 'Синий-Паровоз-42', 'correct Horse 7 battery', 'xK9#mQ2$vL'])(
  'accepts %s',
  async (password) => {
    expect(await isRefused(password)).toBe(false);
  },
);

describe('a common password', () => {
  const password = 'Qwerty12345';

  it('is refused where an administrator creates an account', async () => {
    const body = { name: 'Пётр', email: 'petr@test.ru', password };

    const answer = await api.request(scene.super_admin, 'POST', 'users', body);

    expect([answer.status, answer.body.errors]).toEqual([422, { password: ['error-password-common'] }]);
  });

  it('is refused in a reset, whose token stays good', async () => {
    const { email } = await buildUser(api.db, { email: 'owner@test.ru' });
    await api.request(null, 'POST', 'forget-password', { email });
    const token = await resetToken(api.db, email);
    const reset = (secret: string) =>
      api.request(null, 'POST', 'reset-password', { email, token, password: secret });

    expect((await reset(password)).body.errors).toEqual({ password: ['error-password-common'] });
    expect((await reset('Klyukva678')).status).toBe(200);
  });
});
