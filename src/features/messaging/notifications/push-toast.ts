import type { TFunction } from 'i18next';
import Router from 'next/router';
import { notificationPlace, notifyLogsEndpoint } from '@/contract/messaging/notifications';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';
import { composeSentence } from './sentence';

/** Toast for a new notification with a link to it; failures are ignored. */
export async function pushToast(id: number, t: TFunction): Promise<void> {
  const log = await api.get(`${notifyLogsEndpoint}/${id}`).catch(() => undefined);
  if (!log || log.is_read) return;
  const place = notificationPlace(log);
  const open = () => {
    void api.post('notify-log-seen', { id }).catch(() => {});
    if (place !== null) void Router.push(place);
  };
  const action = place === null ? {} : { action: { label: t('messaging:notify-logs.open'), onClick: open } };
  showToast('info', composeSentence(t, log), action);
}
