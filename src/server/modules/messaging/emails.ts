import type { WithdrawState } from '@/contract/ledger/withdraws/schema';
import type { OutgoingMessage } from './outbox';

/** Texts of letters and SMS, one function each, to be spread into what is sent: `send(ctx, { channel, to, ...letter })`. */
export type Letter = Pick<OutgoingMessage, 'template' | 'subject' | 'body'>;

/** An account made by an administrator: its owner chooses the password. */
export const invitation = ({
  name,
  shop,
  link,
  days,
}: {
  name: string;
  /** Name of the shop the person is to work in. */
  shop: string;
  link: string;
  days: number;
}): Letter => ({
  template: 'invitation',
  subject: `Вас зовут в магазин «${shop}»`,
  body: paragraphs(
    `Здравствуйте, ${name}!`,
    `Вас пригласили работать в магазине «${shop}». Чтобы войти, задайте пароль по ссылке:\n${link}`,
    `Она действует ${counted(days, 'день', 'дня', 'дней')} и срабатывает один раз.`,
  ),
});

/** Tells of a second factor that was switched on or off. */
export const secondFactorChanged = ({ name, isOn }: { name: string; isOn: boolean }): Letter => ({
  template: isOn ? 'two-factor-on' : 'two-factor-off',
  subject: isOn ? 'Вход по коду включён' : 'Вход по коду выключен',
  body: paragraphs(
    `Здравствуйте, ${name}!`,
    isOn
      ? 'Теперь при входе, кроме пароля, нужен код из приложения.'
      : 'Теперь для входа хватит пароля: код из приложения больше не спрашивается.',
    'Если это сделали не вы, смените пароль и завершите чужие сеансы в профиле.',
  ),
});

/** Tells of a telephone that from now on opens the account. */
export const contactChanged = ({ name, phone }: { name: string; phone: string }): Letter => ({
  template: 'contact-changed',
  subject: 'К аккаунту привязан телефон',
  body: paragraphs(
    `Здравствуйте, ${name}!`,
    `К вашему аккаунту привязан номер ${phone.slice(0, -5)}••-••. По коду на этот номер можно войти.`,
    'Если это сделали не вы, смените пароль и телефон в профиле.',
  ),
});

/** An SMS with a code of six digits. `site` is who sends it. */
export const loginCode = ({ code, site }: { code: string; site: string }): Letter => ({
  template: 'login-code',
  body: `Код для входа: ${code}. Никому его не сообщайте. ${site}`,
});

/** An SMS with the code that proves a number to be the person's. */
export const contactCode = ({ code, site }: { code: string; site: string }): Letter => ({
  template: 'contact-code',
  body: `Код подтверждения: ${code}. Никому его не сообщайте. ${site}`,
});

/** Tells a vendor how his request for money stands. `amount` in roubles. */
export const withdrawDecided = ({
  name,
  shop,
  number,
  amount,
  status,
  note,
  link,
}: {
  name: string;
  shop: string;
  number: number;
  amount: number;
  status: WithdrawState;
  note: string | null;
  link: string;
}): Letter => ({
  template: `withdraw-${status}`,
  subject: `Вывод №${number}: ${withdrawStanding[status]}`,
  body: paragraphs(
    `Здравствуйте, ${name}!`,
    `Заявка №${number} магазина «${shop}» на ${roubles(amount)}: ${withdrawStanding[status]}.`,
    ...(status === 'rejected' ? ['Деньги вернулись на баланс магазина.'] : []),
    ...(note ? [`Комментарий: ${note}`] : []),
    `Подробности: ${link}`,
  ),
});

const withdrawStanding: Record<WithdrawState, string> = {
  pending: 'ждёт решения',
  processing: 'выплата готовится',
  on_hold: 'приостановлена',
  approved: 'деньги выплачены',
  rejected: 'отказано',
};

/** Messages that wait to be read; once until they are looked at (reference rules R-231). A customer gets no link. */
export const unreadMessages = (about: {
  name: string;
  from: { shop: string } | { customer: string } | 'administration';
  count: number;
  link: string | null;
}): Letter => ({
  template: 'unread-messages',
  subject: `У вас ${counted(about.count, 'непрочитанное сообщение', 'непрочитанных сообщения', 'непрочитанных сообщений')}`,
  body: paragraphs(
    `Здравствуйте, ${about.name}!`,
    `Вам пишет ${writerOf(about.from)}. Вы ещё не прочитали ${counted(about.count, 'сообщение', 'сообщения', 'сообщений')}.`,
    ...(about.link ? [`Открыть переписку:\n${about.link}`] : []),
  ),
});

function writerOf(from: { shop: string } | { customer: string } | 'administration'): string {
  if (from === 'administration') return 'администрация';
  return 'shop' in from ? `магазин «${from.shop}»` : from.customer;
}

/** What a shop is told when its owner is banned; an unban does not open it again (reference rules R-012). */
export const ownerBannedReason = 'Владелец заблокирован';

/** Parts of a letter with an empty line between them. Who writes it is put below when it is sent (`outbox.ts`). */
export function paragraphs(...parts: string[]): string {
  return parts.filter(Boolean).join('\n\n');
}

function roubles(amount: number): string {
  return new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' }).format(amount);
}

/** `1 день`, `3 дня`, `7 дней` */
export function counted(number: number, one: string, few: string, many: string): string {
  const form = new Intl.PluralRules('ru').select(number);
  return `${number} ${form === 'one' ? one : form === 'few' ? few : many}`;
}

/** `12 марта, 14:30` as the clocks of the marketplace show it. */
export function momentText(moment: string | Date, timeZone: string): string {
  return new Intl.DateTimeFormat('ru-RU', {
    ...{ day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone },
  }).format(new Date(moment));
}
