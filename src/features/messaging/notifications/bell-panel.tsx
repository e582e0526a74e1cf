import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Skeleton } from '@/components/ui/skeleton';
import { useMe, usePermissions } from '@/lib/session/me';
import { NotificationLine } from './notification-line';
import { useNotificationActions, useNotifications } from './use-notifications';

const shown = 5;

/** Dropdown of the bell: latest notifications and a link to all. */
export function BellPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['messaging', 'common']);
  const { data, isError } = useNotifications({ limit: shown });
  const { see, seeAll } = useNotificationActions();
  const { data: me } = useMe();
  const isAdmin = usePermissions().includes('super_admin');
  const rows = data?.rows;

  return (
    <div className="w-[min(22rem,calc(100vw-2rem))]">
      <div className="flex items-center justify-between gap-2 px-2.5 py-1">
        <h2 className="font-semibold">{t('messaging:notify-logs.title')}</h2>
        {rows?.some((row) => !row.is_read) && (
          <Button variant="ghost" size="small" isLoading={seeAll.isPending} onClick={() => seeAll.mutate('')}>
            {t('messaging:notify-logs.read-all')}
          </Button>
        )}
      </div>
      {!rows && !isError && <Skeleton className="m-2 h-40" />}
      {(isError || rows?.length === 0) && (
        <p className="px-2.5 py-6 text-center text-ink-second">
          {t(isError ? 'messaging:notify-logs.failed' : 'messaging:notify-logs.empty')}
        </p>
      )}
      <ul>
        {rows?.map((log) => (
          <NotificationLine key={log.id} log={log} onSee={see.mutate} onOpen={onClose} />
        ))}
      </ul>
      <Link
        href={isAdmin || !me ? '/notify-logs' : `/notify-logs/user/${me.id}`}
        onClick={onClose}
        className="mt-1 block rounded-control border-t border-line-faint px-2.5 py-2 text-center font-medium text-accent-ink hover:underline"
      >
        {t('messaging:notify-logs.all')}
      </Link>
    </div>
  );
}
