import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Me } from '@/contract/accounts/auth';
import { topRole } from '@/contract/core/permissions';
import { api } from '@/lib/api/client';
import { useCountdown } from '@/lib/hooks/use-countdown';
import { useMe, usePermissions } from '@/lib/session/me';
import { dropCredentials, isViewing } from '@/lib/session/session';
import { forgetView } from '@/lib/session/view';

const strip =
  'sticky z-10 flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-4 py-1.5 desk:px-6';

/** Whose eyes these are, how long they are open, and the way back. */
export function ViewBanner({ className }: { className: string }) {
  const { data: me } = useMe();
  if (!isViewing) return <Over className={className} />;
  return me?.view ? <Current me={me} until={me.view.until} className={className} /> : null;
}

function Current({ me, until, className }: { me: Me; until: string; className: string }) {
  const { t } = useTranslation('common');
  const role = t(`role.${topRole(usePermissions())}`);
  const { left } = useCountdown(Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000)));
  const [isLeaving, setLeaving] = useState(false);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  const leave = async () => {
    setLeaving(true);
    // It ends by itself, too.
    await api.post('logout').catch(() => undefined);
    dropCredentials();
  };
  return (
    <aside aria-label={t('view.label')} className={`${strip} ${className}`}>
      <SpriteIcon name="eye" className="size-4.5 shrink-0 text-accent-ink" />
      <p className="min-w-0 flex-1 basis-52 break-words">
        {t('view.as')} <bdi className="font-medium">{me.name}</bdi>
        <span className="text-ink-second">
          {' · '}
          <span className="phone:hidden">{role} · </span>
          {t('view.read-only')} ·{' '}
        </span>
        <span role="timer" className="whitespace-nowrap text-ink-second tabular-nums">
          {left > 0 ? t('view.left', { time }) : t('view.no-time')}
        </span>
      </p>
      <Button size="small" isLoading={isLeaving} onClick={() => void leave()}>
        {t('view.back')}
      </Button>
    </aside>
  );
}

/** Says once that the own session is back. */
function Over({ className }: { className: string }) {
  const { t } = useTranslation('common');
  const [isRead, setRead] = useState(false);
  if (isRead) return null;
  const read = () => {
    forgetView();
    setRead(true);
  };
  return (
    <aside aria-label={t('view.label')} className={`${strip} ${className}`}>
      <SpriteIcon name="circle-check" className="size-4.5 shrink-0 text-good" />
      <p role="status" className="min-w-0 flex-1 basis-52">
        {t('view.over')}
      </p>
      <Button size="small" onClick={read}>
        {t('button-close')}
      </Button>
    </aside>
  );
}
