import type { NotifyLog } from '@/contract/messaging/notifications';
import { type Letter, paragraphs } from './emails';

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
export const digestLetter = (about: {
  name: string;
  lines: readonly DigestLine[];
  total: number;
  panel: string;
}): Letter => {
  const rest = about.total - about.lines.length;
  return {
    template: 'digest',
    subject: `Непрочитанные уведомления: ${about.total}`,
    body: paragraphs(
      `Здравствуйте, ${about.name}!`,
      'Вот что случилось, пока вас не было:',
      ...about.lines.map((line) => [`• ${sentenceOf(line)}`, line.link].filter(Boolean).join('\n')),
      ...(rest > 0 ? [`И ещё ${rest} — в уведомлениях: ${about.panel}/notify-logs`] : []),
      `Как часто присылать сводку, решаете вы: ${about.panel}/profile-update`,
    ),
  };
};

function sentenceOf({ notify_type, notify_event, notify_text, notify_tracker, shop }: DigestLine): string {
  const where = shop ? ` — «${shop}»` : '';
  const quoted = notify_text ? `: «${notify_text}»` : '';
  switch (notify_type) {
    case 'order':
      return `Новый заказ № ${notify_tracker}${where}`;
    case 'message':
      return `Новое сообщение${quoted}`;
    case 'store_notice':
      return `Объявление${quoted}`;
    case 'refund':
      return `Просят вернуть деньги за заказ № ${notify_tracker}${where}`;
    case 'withdraw':
      return `Вывод № ${notify_tracker}: ${withdrawWords[notify_event] ?? 'новая заявка'}${where}`;
    case 'product':
      return `${productWords[notify_event] ?? 'Товар ждёт проверки'}${quoted}${where}`;
    case 'review':
      return `${reviewWords[notify_event] ?? 'Новый отзыв'}${quoted}${where}`;
    case 'question':
      return `${questionWords[notify_event] ?? 'Новый вопрос'}${quoted}${where}`;
  }
}

const withdrawWords: Partial<Record<NotifyLog['notify_event'], string>> = {
  approved: 'деньги выплачены',
  rejected: 'отказано',
  on_hold: 'приостановлен',
  processing: 'выплата готовится',
};

const reviewWords: Partial<Record<NotifyLog['notify_event'], string>> = {
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
