import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/button';
import { formatDateTime } from '@/lib/format';
import type { useDraft } from './use-draft';

/** That a draft was brought back, and when it was kept last. */
export function DraftNote({ draft }: { draft: ReturnType<typeof useDraft> }) {
  const { t, i18n } = useTranslation('form');
  const { found, keptAt } = draft;
  const time = keptAt && new Date(keptAt).toLocaleTimeString(i18n.language, { timeStyle: 'short' });
  return (
    <div className="grid gap-2">
      {found && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-accent-soft px-3 py-2 text-accent-ink">
          <span className="min-w-0 flex-1 basis-60">
            {t('form:shops.draft-found', { date: formatDateTime(found, i18n.language) })}
          </span>
          <Button size="small" onClick={draft.drop}>
            {t('form:shops.draft-drop')}
          </Button>
        </p>
      )}
      <p role="status" className="text-small text-ink-second">
        {time ? t('form:shops.draft-kept', { time }) : t('form:shops.approval-note')}
      </p>
    </div>
  );
}
