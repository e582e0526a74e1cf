import { useTranslation } from 'next-i18next/pages';
import { useAnnounced } from '@/lib/api/capabilities';
import { useSettings } from '@/state/settings';

/** Whether no mail service is connected: a link by e-mail would never come. */
export function useNoMail(): boolean {
  const { sends } = useSettings();
  // The prerendered HTML has no settings; hydration must match it.
  return useAnnounced() !== undefined && sends?.mail === false;
}

/** Says so instead of offering the e-mail. */
export function NoMail() {
  const { t } = useTranslation('accounts');
  return (
    <div role="status" className="mt-4 rounded-card border border-warn/40 bg-warn-soft px-4 py-3">
      <p className="font-medium">{t('accounts:auth.no-letters')}</p>
      <p className="mt-1 text-ink-second">{t('accounts:auth.no-letters-text')}</p>
    </div>
  );
}
