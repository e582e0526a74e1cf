import { Monitor, Smartphone } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { SessionRow } from '@/contract/accounts/auth';
import { formatDateTime, formatRelative } from '@/lib/format/format';
import { deviceOf } from './device';

interface SessionLineProps {
  session: SessionRow;
  isEnding: boolean;
  onEnd: () => void;
}

/** Device, address and time of one session. */
export function SessionLine({ session, isEnding, onEnd }: SessionLineProps) {
  const { t, i18n } = useTranslation('form');
  const device = deviceOf(session.user_agent);
  const Icon = device?.isPhone ? Smartphone : Monitor;
  const name = device?.name ?? t('form:profile.unknown-device');
  const seen = session.last_seen_at ?? session.created_at;

  return (
    <li className="flex items-center gap-3 py-3 first:pt-0">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-ink-second">
        <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {session.is_current && <Badge tone="good">{t('form:profile.this-device')}</Badge>}
        </p>
        <p className="text-small text-ink-second">
          {session.ip && <span dir="ltr">{session.ip} · </span>}
          <time dateTime={seen} title={formatDateTime(seen, i18n.language)}>
            {formatRelative(seen, i18n.language)}
          </time>
        </p>
      </div>
      {!session.is_current && (
        <Button
          size="small"
          isLoading={isEnding}
          onClick={onEnd}
          aria-label={t('form:profile.end-session-of', { device: name })}
        >
          {t('form:profile.end-session')}
        </Button>
      )}
    </li>
  );
}
