import { useRouter } from 'next/router';
import { lazyPart } from '@/lib/lazy-part';
import { useMe } from '@/lib/session/me';
import { NotificationsPage } from './notifications-page';

const NotFound = lazyPart(() => import('@/components/page/not-found'), 'NotFound');

/** Alias under the user's own id; nobody else's is accessible. */
export function OwnNotifications() {
  const { data: me } = useMe();
  const { isReady, query } = useRouter();
  if (!me || !isReady) return null;
  return Number(query.id) === me.id ? <NotificationsPage /> : <NotFound />;
}
