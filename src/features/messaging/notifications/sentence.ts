import type { TFunction } from 'i18next';
import type { NotifyLog } from '@/contract/messaging/notifications';

/** Translated sentence of a notification; user content is kept apart. Needs `./words`. */
export function composeSentence(t: TFunction, log: NotifyLog): string {
  const { notify_type: type, notify_event: event, notify_tracker: number, sender_user: sender } = log;
  return t([`messaging:notify-logs.sentences.${type}-${event}`, `messaging:notify-logs.sentences.${type}`], {
    number,
    name: sender?.name ?? t('messaging:notify-logs.somebody'),
  });
}
