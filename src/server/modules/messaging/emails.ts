import type { Selectable } from 'kysely';
import type { Language } from '@/contract/core/languages';
import { ownValue } from '@/contract/core/own-value';
import type { PayoutState, WithdrawState } from '@/contract/ledger/withdraws/schema';
import type { NotifyLog } from '@/contract/messaging/notifications';
import type { SettingsOptions } from '@/contract/settings';
import { shopSum } from '@/contract/settings/shop-currency';
import type { DB } from '@/server/core/db/types';
import { countText, type Email, greeting, paragraphs } from './email-text';

/** Into the staff of a shop. Repeats nothing that the inviting person typed: it goes to an address that person chose. */
export const invitation = (input: { shop: string; link: string; days: number }): Email => ({
  template: 'invitation',
  subject: `Вас зовут в магазин «${input.shop}»`,
  body: paragraphs(
    greeting(),
    `Вас пригласили работать в магазине «${input.shop}». Чтобы принять приглашение, откройте ссылку:\n${input.link}`,
    `Она действует ${countText(input.days, 'день', 'дня', 'дней')} и срабатывает один раз. Если с этой почтой у вас уже есть аккаунт, войдите в него: магазин появится там же, пароль не изменится. Если аккаунта нет, вы зададите пароль.`,
    'Если вы не ждали приглашения, ничего не делайте.',
  ),
});

/** To an address that somebody entered in the newsletter form. */
export const confirmNewsletter = ({ link, days }: { link: string; days: number }): Email => ({
  template: 'newsletter-confirm',
  subject: 'Подтвердите подписку на рассылку',
  body: paragraphs(
    greeting(),
    `Этот адрес указали, чтобы получать новости магазина. Если это были вы, подтвердите подписку и согласие на рассылку:\n${link}`,
    `Ссылка действует ${countText(days, 'день', 'дня', 'дней')}. Отписаться можно в любом письме рассылки.`,
    'Если вы не подписывались, ничего не делайте: писать вам не будут.',
  ),
});

/** In the language of the letter, because its readers need not know ours. */
const unsubscribeWords: Record<Language, string> = {
  ru: 'Вы получили это письмо, потому что подписались на рассылку. Отписаться:',
  en: 'You receive this letter because you subscribed to the newsletter. Unsubscribe:',
  ar: 'تصلك هذه الرسالة لأنك اشتركت في النشرة. لإلغاء الاشتراك:',
};

type NewsletterWords = Pick<Selectable<DB['newsletters']>, 'subject' | 'body' | 'letter_language'>;

/** `link` unsubscribes the reader. */
export const newsletterLetter = (
  { subject, body, letter_language }: NewsletterWords,
  link: string,
): Email => ({
  template: 'newsletter',
  subject,
  body: paragraphs(body, `${ownValue(unsubscribeWords, letter_language) ?? unsubscribeWords.ru}\n${link}`),
});

export const contactAnswer = (input: { name: string; subject: string; answer: string }): Email => ({
  template: 'contact-answer',
  subject: `Ответ на ваше обращение: ${input.subject}`,
  body: paragraphs(greeting(input.name), input.answer),
});

/** Two-factor sign-in was turned on or off. */
export const secondFactorChanged = ({ name, isOn }: { name: string; isOn: boolean }): Email => ({
  template: isOn ? 'two-factor-on' : 'two-factor-off',
  subject: isOn ? 'Вход по коду включён' : 'Вход по коду выключен',
  body: paragraphs(
    greeting(name),
    isOn
      ? 'Теперь при входе, кроме пароля, нужен код из приложения.'
      : 'Теперь для входа хватит пароля: код из приложения больше не спрашивается.',
    'Если это сделали не вы, смените пароль и завершите чужие сеансы в профиле.',
  ),
});

/** A passkey was added or removed. */
export const passkeyChanged = (input: { name: string; passkey: string; isOn: boolean }): Email => ({
  template: input.isOn ? 'passkey-added' : 'passkey-removed',
  subject: input.isOn ? 'Добавлен ключ доступа' : 'Ключ доступа удалён',
  body: paragraphs(
    greeting(input.name),
    input.isOn
      ? `Теперь в ваш аккаунт можно войти ключом доступа «${input.passkey}».`
      : `Ключ доступа «${input.passkey}» больше не открывает ваш аккаунт.`,
    'Если это сделали не вы, смените пароль и завершите чужие сеансы в профиле.',
  ),
});

/** A phone number that can sign in was linked to the account. */
export const contactChanged = ({
  name,
  phone,
  link,
  hours,
}: {
  name: string;
  phone: string;
  link: string;
  hours: number;
}): Email => ({
  template: 'contact-changed',
  subject: 'К аккаунту привязан телефон',
  body: paragraphs(
    greeting(name),
    `К вашему аккаунту привязан номер ${hidden(phone)}. Через ${hours} ч по коду на этот номер можно будет войти.`,
    `Если это сделали вы и ждать не хотите, откройте ссылку: ${link}`,
    'Если это сделали не вы, смените пароль и телефон в профиле, ссылку не открывайте.',
  ),
});

const hidden = (phone: string): string => `${phone.slice(0, -5)}••-••`;

/** The code with which another client sets a number without the password: as a letter, and as an SMS. */
export const codeForContactChange = (input: {
  name: string;
  phone: string;
  code: string;
  minutes: number;
}) => {
  const { name, phone, code, minutes } = input;
  const text = `Код, чтобы привязать номер ${hidden(phone)}: ${code}. Действует ${minutes} минут, никому его не сообщайте.`;
  const template = 'contact-ask';
  return {
    template,
    sms: text,
    mail: {
      template,
      subject: 'Код для нового телефона',
      body: paragraphs(
        greeting(name),
        text,
        'Если вы не меняли телефон, смените пароль: кто-то вошёл в ваш аккаунт.',
      ),
    } satisfies Email,
  };
};

/** SMS with a six-digit code. `site` is the sender. */
export const loginCode = ({ code, site }: { code: string; site: string }): Email => ({
  template: 'login-code',
  body: `Код для входа: ${code}. Никому его не сообщайте. ${site}`,
});

/** SMS with the code that confirms a phone number. */
export const contactCode = ({ code, site }: { code: string; site: string }): Email => ({
  template: 'contact-code',
  body: `Код подтверждения: ${code}. Никому его не сообщайте. ${site}`,
});

/** Withdrawal status change, to the vendor. `amount` in roubles. */
export const withdrawDecided = (input: {
  name: string;
  shop: string;
  number: number;
  amount: number;
  standing: WithdrawStanding;
  note: string | null;
  link: string;
}): Email => ({
  template: `withdraw-${input.standing}`,
  subject: `Вывод №\u00a0${input.number}: ${withdrawStanding[input.standing]}`,
  body: paragraphs(
    greeting(input.name),
    `Заявка №\u00a0${input.number} магазина «${input.shop}» на ${shopSum(input.amount)}: ${withdrawStanding[input.standing]}.`,
    ...(input.standing === 'rejected' ? ['Деньги вернулись на баланс магазина.'] : []),
    ...(input.standing === 'returned'
      ? ['Проверьте реквизиты магазина, прежде чем запросить выплату снова.']
      : []),
    ...(input.note ? [`Комментарий: ${input.note}`] : []),
    `Подробности: ${input.link}`,
  ),
});

/** The state of a request, or where the money of an approved one is. */
export type WithdrawStanding = WithdrawState | Exclude<PayoutState, 'confirmed'>;

const withdrawStanding: Record<WithdrawStanding, string> = {
  pending: 'ждёт решения',
  processing: 'выплата готовится',
  on_hold: 'приостановлена',
  approved: 'одобрена, деньги в пути',
  rejected: 'отклонена',
  debited: 'деньги выплачены',
  returned: 'выплата вернулась, деньги снова на балансе магазина',
};

/** Unread messages; sent once until they are read. Customers get no link. */
export const unreadMessages = (input: {
  name: string;
  from: { shop: string } | { customer: string } | 'administration';
  count: number;
  link: string | null;
}): Email => ({
  template: 'unread-messages',
  subject: `У вас ${countText(input.count, 'непрочитанное сообщение', 'непрочитанных сообщения', 'непрочитанных сообщений')}`,
  body: paragraphs(
    greeting(input.name),
    `Вам пишет ${writerOf(input.from)}. Вы ещё не прочитали ${countText(input.count, 'сообщение', 'сообщения', 'сообщений')}.`,
    ...(input.link ? [`Открыть переписку:\n${input.link}`] : []),
  ),
});

function writerOf(from: { shop: string } | { customer: string } | 'administration'): string {
  if (from === 'administration') return 'администрация';
  return 'shop' in from ? `магазин «${from.shop}»` : from.customer;
}

/** Reason stored on shops when their owner is banned; unbanning does not reopen them. */
export const ownerBannedReason = 'Владелец заблокирован';

/** An unread notification with its link into the panel. */
export type DigestLine = Pick<
  NotifyLog,
  'notify_type' | 'notify_event' | 'notify_text' | 'notify_tracker'
> & {
  shop: string | null;
  link: string | null;
};

/**
 * Unread notifications since the last digest. `panel` is the base URL of links; `total` includes notifications beyond
 * `lines`.
 */
export const digestEmail = (input: {
  name: string;
  lines: readonly DigestLine[];
  total: number;
  panel: string;
}): Email => {
  const rest = input.total - input.lines.length;
  return {
    template: 'digest',
    subject: `Непрочитанные уведомления: ${input.total}`,
    body: paragraphs(
      greeting(input.name),
      'Вот что случилось, пока вас не было:',
      ...input.lines.map((line) => [`• ${sentenceOf(line)}`, line.link].filter(Boolean).join('\n')),
      ...(rest > 0 ? [`И ещё ${rest} — в уведомлениях: ${input.panel}/notify-logs`] : []),
      `Как часто присылать сводку, решаете вы: ${input.panel}/profile-update`,
    ),
  };
};

function sentenceOf({ notify_type, notify_event, notify_text, notify_tracker, shop }: DigestLine): string {
  const where = shop ? ` — «${shop}»` : '';
  const quoted = notify_text ? `: «${notify_text}»` : '';
  switch (notify_type) {
    case 'order':
      return `Новый заказ №\u00a0${notify_tracker}${where}`;
    case 'message':
      return `Новое сообщение${quoted}`;
    case 'store_notice':
      return `Объявление${quoted}`;
    case 'refund':
      return `Просят вернуть деньги за заказ №\u00a0${notify_tracker}${where}`;
    case 'withdraw':
      return `Вывод №\u00a0${notify_tracker}: ${withdrawWords[notify_event] ?? 'новая заявка'}${where}`;
    case 'shop':
      return `${notify_event === 'closed' ? 'Магазин не работает' : 'Магазин работает'}${where}${quoted}`;
    case 'product':
      return `${productWords[notify_event] ?? 'Товар ждёт проверки'}${quoted}${where}`;
    case 'review':
      return `${reviewWords[notify_event] ?? 'Новый отзыв'}${quoted}${where}`;
    case 'question':
      return `${questionWords[notify_event] ?? 'Новый вопрос'}${quoted}${where}`;
    case 'approval':
      return `${approvalWords[notify_event] ?? 'Нужно ваше решение'}${quoted}`;
    case 'reconciliation':
      return `Сверка с ${notify_tracker} не сошлась за ${notify_text}`;
  }
}

const approvalWords: Partial<Record<NotifyLog['notify_event'], string>> = {
  approved: 'Ваша просьба подтверждена и выполнена',
  rejected: 'Вашу просьбу отклонили',
  closed: 'Ваша просьба больше не действует',
};

const withdrawWords: Partial<Record<NotifyLog['notify_event'], string>> = {
  approved: 'одобрен, деньги в пути',
  debited: 'деньги выплачены',
  returned: 'выплата вернулась на баланс',
  rejected: 'заявка отклонена',
  on_hold: 'приостановлен',
  processing: 'выплата готовится',
};

const reviewWords: Partial<Record<NotifyLog['notify_event'], string>> = {
  answered: 'Ответ на отзыв',
  reported: 'Жалоба на отзыв',
  approved: 'Ваша жалоба на отзыв принята',
  rejected: 'Ваша жалоба на отзыв отклонена',
};

const questionWords: Partial<Record<NotifyLog['notify_event'], string>> = {
  answered: 'Ответ на вопрос',
  reported: 'Жалоба на вопрос',
  approved: 'Ваша жалоба на вопрос принята',
  rejected: 'Ваша жалоба на вопрос отклонена',
};

const productWords: Partial<Record<NotifyLog['notify_event'], string>> = {
  approved: 'Товар прошёл проверку',
  rejected: 'Товар не прошёл проверку',
  invited: 'Приглашение в распродажу',
};

/** Shows an administrator that the mail leaves. */
export const testLetter = (input: { name: string }): Email => ({
  template: 'test-letter',
  subject: 'Тестовое письмо',
  body: paragraphs(
    greeting(input.name),
    'Это письмо отправлено из настроек, чтобы проверить почту. Раз вы его читаете, почта работает.',
  ),
});

/** Email signature from the settings: operator name and contacts. */
export function emailSignature({ siteTitle, contactDetails, companyRequisites }: SettingsOptions): string {
  const { legal_name: name, inn } = companyRequisites ?? {};
  const lines = [
    name && (inn ? `${name}, ИНН ${inn}` : name),
    contactDetails?.location?.formattedAddress,
    contactDetails &&
      [contactDetails.contact, contactDetails.emailAddress, contactDetails.website].join(' · '),
  ];
  return [`— ${siteTitle}`, ...lines.filter(Boolean)].join('\n');
}
