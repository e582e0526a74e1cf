import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { type NotifyLog, notificationPlace } from '@/contract/messaging/notifications';
import type { NotifyType } from '@/contract/messaging/notifications/kinds';
import { formatDateTime } from '@/lib/format/format';
import { formatRelative } from '@/lib/format/relative';
import { useMayOpen } from '@/lib/session/rights';
import { composeSentence } from './sentence';

const icons: Record<NotifyType, string> = {
  order: 'shopping-bag',
  message: 'message-square',
  store_notice: 'megaphone',
  refund: 'undo-2',
  withdraw: 'wallet',
  shop: 'store',
  product: 'package',
  review: 'star',
  question: 'circle-help',
  approval: 'badge-check',
  reconciliation: 'wallet',
};

interface NotificationLineProps {
  log: NotifyLog;
  /** Marks it as read when opened. */
  onSee: (id: number) => void;
  onOpen?: () => void;
  /** Outside the link: buttons cannot be nested in links. */
  end?: ReactNode;
}

/** A notification: event, place and time; links to its subject. */
export function NotificationLine({ log, onSee, onOpen, end }: NotificationLineProps) {
  const { t, i18n } = useTranslation('messaging');
  const mayOpen = useMayOpen();
  const own = notificationPlace(log);
  // A notice stands on the page of notices, too.
  const places = own !== null && log.notify_type === 'store_notice' ? [own, '/notice'] : [own];
  const place = places.find((one) => one !== null && mayOpen(one.replace(/\?.*/, ''))) ?? null;
  const see = () => {
    if (!log.is_read) onSee(log.id);
    onOpen?.();
  };
  const content = (
    <>
      <SpriteIcon
        name={icons[log.notify_type] ?? 'bell'}
        className={`mt-0.5 size-4.5 shrink-0 ${log.is_read ? 'text-ink-third' : 'text-accent'}`}
      />
      <span className="min-w-0 flex-1 text-start">
        <span className={`block break-words ${log.is_read ? 'text-ink-second' : 'font-medium text-ink'}`}>
          {/* Browsers break «2611-482» at its hyphen. */}
          {composeSentence(t, log)
            .split(/((?:№|No\.)\s[\d-]+)/)
            .map((piece, place) =>
              place % 2 === 0 ? (
                piece
              ) : (
                <span key={piece} className="whitespace-nowrap">
                  {piece}
                </span>
              ),
            )}
          {!log.is_read && <span className="sr-only"> {t('messaging:notify-logs.is-unread')}</span>}
        </span>
        {log.notify_text && (
          <span className="line-clamp-2 text-small break-words text-ink-second">{log.notify_text}</span>
        )}
        <span className="block text-small text-ink-second">
          <time dateTime={log.created_at} title={formatDateTime(log.created_at, i18n.language)}>
            {formatRelative(log.created_at, i18n.language)}
          </time>
          {log.shop && ` · ${log.shop.name}`}
        </span>
      </span>
      {!log.is_read && <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />}
    </>
  );
  const look = 'flex min-w-0 flex-1 items-start gap-2.5 rounded-control px-2.5 py-2 hover:bg-sunken';
  return (
    <li className="flex items-start gap-1">
      {place === null ? (
        <button type="button" className={look} onClick={see}>
          {content}
        </button>
      ) : (
        <Link href={place} className={look} onClick={see}>
          {content}
        </Link>
      )}
      {end}
    </li>
  );
}
