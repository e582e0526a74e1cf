import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { api } from '@/lib/api/client';
import { useRefresh } from '@/lib/api/use-refresh';
import { useMe } from '@/lib/session/me';

/**
 * The newest important notice that is unread, below the top bar, and how many more wait: one strip for all. It is part of `me`, which the first screen waits for, so nothing
 * moves. Closing it marks it read.
 */
export function NoticeBanner() {
  const { t } = useTranslation('common');
  const { data: me } = useMe();
  const read = useMutation({
    mutationFn: (id: number) => api.post('store-notices/read', { id }),
    onSuccess: useRefresh(['me', 'store-notices']),
  });
  const notice = me?.notice;
  if (!notice) return null;

  return (
    <aside
      aria-label={t('text-important-notice')}
      id="important-notice"
      className="flex h-12 shrink-0 items-center gap-3 border-b border-line bg-warn-soft px-4 desk:px-6"
    >
      <SpriteIcon name="megaphone" className="size-4.5 shrink-0 text-warn" />
      <Link
        href={`/store-notices/${notice.id}`}
        title={notice.notice}
        className="flex min-h-10 min-w-0 flex-1 items-center rounded-badge font-medium hover:underline"
      >
        <bdi className="truncate">{notice.notice}</bdi>
      </Link>
      {notice.others ? (
        <Link
          href="/notice"
          className="relative touch-target shrink-0 rounded-badge text-accent-ink hover:underline"
        >
          {t('text-more-notices', { count: notice.others })}
        </Link>
      ) : null}
      <Button size="small" isLoading={read.isPending} onClick={() => read.mutate(notice.id)}>
        {t('button-mark-read')}
      </Button>
    </aside>
  );
}
