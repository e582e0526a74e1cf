import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { part } from '@/lib/part';
import { useMe } from '@/lib/session/me';
import { NotificationsPage } from './notifications-page';

const NotFound = part(dynamic(() => import('@/components/page/not-found').then((module) => module.NotFound)));

/** Alias under the user's own id; nobody else's is accessible. */
export function OwnNotifications() {
  const { data: me } = useMe();
  const { isReady, query } = useRouter();
  if (!me || !isReady) return null;
  return Number(query.id) === me.id ? <NotificationsPage /> : <NotFound />;
}
