import { useTranslation } from 'next-i18next/pages';
import { formatDateTime } from '@/lib/format/format';
import { formatRelative } from '@/lib/format/relative';

/** How long ago, with the moment as its title. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={at} title={formatDateTime(at, i18n.language)} className={className}>
      {formatRelative(at, i18n.language)}
    </time>
  );
}
