import { countText, type Email, greeting, paragraphs } from '@/server/modules/messaging/email-text';

/** Verification link, after registration and for a new address. Repeats no name: it goes to an address that anybody typed. */
export const confirmEmail = ({ link }: { link: string }): Email => ({
  template: 'confirm-email',
  subject: 'Подтвердите почту',
  body: paragraphs(
    greeting(),
    `Чтобы подтвердить этот адрес, откройте ссылку:\n${link}`,
    'Она действует сутки и срабатывает один раз. Если вы не указывали этот адрес, ничего не делайте.',
  ),
});

/** `minutes`: lifetime of the token. */
export const resetPassword = (input: {
  name: string;
  link: string;
  token: string;
  minutes: number;
}): Email => ({
  template: 'reset-password',
  subject: 'Новый пароль',
  body: paragraphs(
    greeting(input.name),
    `Чтобы задать новый пароль, откройте ссылку:\n${input.link}`,
    `Или введите на странице восстановления этот код:\n${input.token}`,
    `Они действуют ${countText(input.minutes, 'минуту', 'минуты', 'минут')} и срабатывают один раз. Если вы не просили о новом пароле, ничего не делайте: прежний продолжает работать.`,
  ),
});

/** Into the team of the marketplace. Repeats nothing that the inviting person typed. */
export const teamInvitation = ({ link, days }: { link: string; days: number }): Email => ({
  template: 'team-invitation',
  subject: 'Вас зовут в команду площадки',
  body: paragraphs(
    greeting(),
    `Вас пригласили работать в панели площадки. Чтобы принять приглашение, откройте ссылку:\n${link}`,
    `Она действует ${countText(days, 'день', 'дня', 'дней')} и срабатывает один раз. Если с этой почтой у вас уже есть аккаунт, войдите в него: панель откроется там же, пароль не изменится. Если аккаунта нет, вы зададите пароль.`,
    'Если вы не ждали приглашения, ничего не делайте.',
  ),
});

/** `role`: its name; null for everything. */
export const roleChanged = ({ name, role }: { name: string; role: string | null }): Email => ({
  template: 'role-changed',
  subject: 'У вас другая роль в панели',
  body: paragraphs(
    greeting(name),
    role === null
      ? 'Теперь вам открыты все разделы панели.'
      : `Ваша роль в панели теперь — «${role}». Она решает, какие разделы вам открыты.`,
    'Сеансы на всех устройствах завершены: войдите снова.',
  ),
});

export const passwordChanged = ({ name }: { name: string }): Email => ({
  template: 'password-changed',
  subject: 'Пароль изменён',
  body: paragraphs(
    greeting(name),
    'Пароль вашего аккаунта изменён, сеансы на других устройствах завершены.',
    'Если это сделали не вы, сразу задайте новый пароль через «Забыли пароль?» на странице входа.',
  ),
});

/** Repeated wrong passwords, or wrong codes after the right password. */
export const guessesSeen = (input: { name: string; what: 'password' | 'code'; link: string }): Email => ({
  template: `${input.what}-guesses`,
  subject:
    input.what === 'password' ? 'Кто-то подбирает ваш пароль' : 'Кто-то пытается войти с вашим паролем',
  body: paragraphs(
    greeting(input.name),
    input.what === 'password'
      ? 'За последний час к вашему аккаунту много раз пытались войти с неверным паролем.'
      : 'Кто-то ввёл ваш пароль и за последний час много раз ошибся в коде подтверждения.',
    input.what === 'password'
      ? 'Аккаунт не закрыт: с устройств, где вы уже входили, всё работает как прежде, с новых вход может идти медленнее. Если вы пользуетесь этим паролем ещё где-то, смените его:'
      : 'Если это не вы, пароль известен кому-то ещё. Смените его сейчас:',
    input.link,
  ),
});

/** A registration with the address of an existing account. */
export const alreadyRegistered = (input: {
  name: string | undefined;
  login: string;
  reset: string;
}): Email => ({
  template: 'already-registered',
  subject: 'У вас уже есть аккаунт',
  body: paragraphs(
    greeting(input.name),
    'Кто-то указал этот адрес при регистрации, а аккаунт с ним уже есть. Новый не создан, в вашем ничего не изменилось.',
    `Если это были вы, войдите:\n${input.login}`,
    `Не помните пароль? Задайте новый:\n${input.reset}`,
  ),
});

/** To the owner of an address that another user tried to change to. */
export const emailHasAccount = ({ name }: { name: string }): Email => ({
  template: 'email-has-account',
  subject: 'Этот адрес занят вашим аккаунтом',
  body: paragraphs(
    greeting(name),
    'Кто-то хотел привязать этот адрес к другому аккаунту. Он уже принадлежит вашему, поэтому ничего не изменилось.',
  ),
});

/** To the current address: a change is waiting for confirmation. */
export const emailChangeRequested = ({ name, email }: { name: string; email: string }): Email => ({
  template: 'email-change-asked',
  subject: 'Запрошена смена почты',
  body: paragraphs(
    greeting(name),
    `Для вашего аккаунта указана новая почта ${masked(email)}. Она заменит этот адрес, когда её подтвердят по ссылке из письма.`,
    'Если это сделали не вы, сразу смените пароль: ссылка перестанет работать.',
  ),
});

/** To the current address: another client asks for a new one without the password. */
export const codeForEmailChange = (input: {
  name: string;
  email: string;
  code: string;
  minutes: number;
}): Email => ({
  template: 'email-change-code',
  subject: 'Код для смены почты',
  body: paragraphs(
    greeting(input.name),
    `Чтобы указать для аккаунта новую почту ${masked(input.email)}, введите код:\n${input.code}`,
    `Он действует ${countText(input.minutes, 'минуту', 'минуты', 'минут')}. Если вы не меняете почту, никому его не сообщайте и смените пароль.`,
  ),
});

/** To the former address. The new one is masked: whoever reads that mailbox need not learn it. */
export const emailChanged = ({ name, email }: { name: string; email: string }): Email => ({
  template: 'email-changed',
  subject: 'Почта аккаунта изменена',
  body: paragraphs(
    greeting(name),
    `Теперь ваш аккаунт открывается с почтой ${masked(email)}, а с этим адресом больше не связан.`,
    'Если это сделали не вы, немедленно напишите в поддержку.',
  ),
});

/** `i•••@mail.ru` */
function masked(email: string): string {
  return email.replace(/^(.).*(?=@)/, '$1•••');
}

/** An account of another service was linked, or unlinked. */
export const signInLinked = (input: { name: string; provider: string; isLinked: boolean }): Email => ({
  template: input.isLinked ? 'sign-in-linked' : 'sign-in-unlinked',
  subject: input.isLinked
    ? `Теперь можно войти через ${input.provider}`
    : `Вход через ${input.provider} выключен`,
  body: paragraphs(
    greeting(input.name),
    input.isLinked
      ? `К вашему аккаунту привязан вход через ${input.provider}: войти можно и без пароля.`
      : `Войти в ваш аккаунт через ${input.provider} больше нельзя.`,
    'Если это сделали не вы, смените пароль, завершите чужие сеансы и проверьте раздел «Вход через другие сервисы» в профиле.',
  ),
});
