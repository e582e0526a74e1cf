import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/button';
import { Link } from '@/components/link';
import { SpriteIcon } from '@/components/sprite-icon';
import { adminOnly, isAllowed } from '@/contract/permissions';
import type { UnreadNotices } from '@/contract/store-notices/schema';
import { api } from '@/lib/api';
import { usePermissions } from '@/lib/me';

/**
 * The weightiest notice that the person has not read, over every page: it lies above the content, so that nothing moves
 * when it comes or goes. Putting it away is reading it.
 */
export function NoticeBanner() {
  const { t, i18n } = useTranslation('common');
  const client = useQueryClient();
  const permissions = usePermissions();
  const { data } = useQuery({
    queryKey: ['store-notices', 'unread', 'high', i18n.language],
    queryFn: () => api.get<UnreadNotices>('store-notices/unread', { language: i18n.language }),
    // Administrators write notices and receive none.
    enabled: !isAllowed(adminOnly, permissions),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
  const read = useMutation({
    mutationFn: (id: number) => api.post('store-notices/read', { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['store-notices'] }),
  });
  const [notice] = data?.high ?? [];
  if (!notice) return null;

  return (
    <aside
      aria-label={t('text-important-notice')}
      className="fixed inset-x-3 top-15 z-20 mx-auto flex max-w-2xl flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line border-s-4 border-s-bad bg-surface px-3 py-2.5 shadow-floating"
    >
      <SpriteIcon name="megaphone" className="size-4.5 shrink-0 text-bad" />
      <p className="min-w-0 flex-1 basis-48 truncate font-medium" title={notice.notice}>
        <span className="sr-only">{t('text-important-notice')}: </span>
        {notice.notice}
      </p>
      <Link
        href={`/store-notices/${notice.id}`}
        className="rounded-badge font-medium text-accent-ink hover:underline"
      >
        {t('text-read-more')}
      </Link>
      <Button size="small" isLoading={read.isPending} onClick={() => read.mutate(notice.id)}>
        {t('button-mark-read')}
      </Button>
    </aside>
  );
}
