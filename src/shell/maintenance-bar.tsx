import { useTranslation } from 'next-i18next/pages';
import { useEffect, useState } from 'react';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { SettingsOptions } from '@/contract/settings';
import { formatDateTime } from '@/lib/format/format';

type Maintenance = SettingsOptions['maintenance'];

/** Announces upcoming or current maintenance, with the time until then. */
export function MaintenanceBar({ maintenance }: { maintenance: Maintenance }) {
  const { t, i18n } = useTranslation('common');
  const now = useNow();
  const { title, description, start, until } = maintenance;
  if (!start || !until || now >= Date.parse(until)) return null;
  const isAhead = now < Date.parse(start);
  const left = leftOf(Date.parse(isAhead ? start : until) - now);
  const moment = formatDateTime(isAhead ? start : until, i18n.language);
  return (
    <aside
      aria-label={t('maintenance.label')}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-4 py-2 desk:px-6"
    >
      <SpriteIcon name="clock" className="size-4.5 shrink-0 text-accent-ink" />
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-medium">{title || t('maintenance.label')}</span>
        {description && <span className="text-ink-second"> — {description}</span>}
      </p>
      <p className="whitespace-nowrap text-ink-second" title={moment}>
        {t(isAhead ? 'maintenance.ahead' : 'maintenance.running')}{' '}
        <span role="timer" className="font-medium text-ink tabular-nums">
          {t(`maintenance.${left.word}`, left)}
        </span>
      </p>
    </aside>
  );
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Days and hours, hours and minutes, or minutes and seconds. */
function leftOf(ms: number) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [days, hours, minutes] = [86_400, 3600, 60].map((unit) => Math.floor(seconds / unit));
  if (days) return { word: 'days', days, hours: (hours ?? 0) % 24 };
  if (hours) return { word: 'hours', hours, minutes: (minutes ?? 0) % 60 };
  return { word: 'minutes', minutes, seconds: String(seconds % 60).padStart(2, '0') };
}
