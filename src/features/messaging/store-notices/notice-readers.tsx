import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { api } from '@/lib/api/client';
import { formatDateTime, formatNumber } from '@/lib/format/format';

export function NoticeReaders({ id }: { id: number }) {
  const { t, i18n } = useTranslation('messaging');
  const { data, isError } = useQuery({
    queryKey: ['store-notices', 'readers', id],
    queryFn: () => api.get(`store-notices/${id}/readers`),
  });
  const text = (key: string, more: Record<string, string> = {}) =>
    t(`messaging:store-notices.readers.${key}`, more);
  const number = (value: number) => formatNumber(value, i18n.language);
  const share = data && data.total > 0 ? Math.round((data.read / data.total) * 100) : 0;

  return (
    <Card title={text('title')}>
      {!data && !isError && <Skeleton className="h-24 w-full" />}
      {isError && <p className="text-ink-second">{text('failed')}</p>}
      {data && (
        <>
          <p className="text-small text-ink-second">
            {data.total === 0
              ? text('nobody')
              : text('share', { read: number(data.read), total: number(data.total), share: String(share) })}
          </p>
          {data.total > 0 && (
            <progress
              aria-label={text('title')}
              value={data.read}
              max={data.total}
              className="mt-2 h-1.5 w-full overflow-hidden rounded-full accent-accent"
            />
          )}
          <ul className="mt-2 max-h-80 divide-y divide-line-faint overflow-y-auto">
            {data.data.map((person) => (
              <li key={person.id} className="flex flex-wrap justify-between gap-x-3 py-1.5 text-small">
                <span className="min-w-0 break-words">{person.name}</span>
                <span className="text-ink-second">
                  {person.read_at ? formatDateTime(person.read_at, i18n.language) : text('unread')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
