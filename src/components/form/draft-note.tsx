import { useTranslation } from 'next-i18next/pages';
import { useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import type { DraftState } from '@/lib/form/use-draft';
import { formatDateTime, formatTime, isToday } from '@/lib/format/format';

/** Offers to restore a draft, and says when what was typed since was saved: one strip for both. */
export function DraftNote({ draft }: { draft: DraftState }) {
  const { t, i18n } = useTranslation('form');
  const { found, isOlder, kept } = draft;
  const newer = useSyncExternalStore(kept.listen, kept.get, kept.get);
  if (found === undefined) return null;
  const date = isToday(found) ? formatTime(found, i18n.language) : formatDateTime(found, i18n.language);
  return (
    <section
      aria-label={t('form:draft.label')}
      className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-accent-soft px-3 py-2 text-accent-ink"
    >
      <span className="min-w-0 flex-1 basis-60">
        {t('form:draft.found')} {isOlder && t('form:draft.older')}{' '}
        {newer && t('form:draft.newer', { time: formatTime(newer, i18n.language) })}
      </span>
      <span className="flex flex-wrap gap-2">
        <Button size="small" onClick={draft.restore}>
          {t('form:draft.restore', { date })}
        </Button>
        <Button size="small" variant="ghost" onClick={draft.drop}>
          {t('form:draft.drop')}
        </Button>
      </span>
    </section>
  );
}

/** When the draft was last saved; while an earlier one is offered, its strip says so. */
export function DraftTime({ draft: { found, kept } }: { draft: DraftState }) {
  const { t, i18n } = useTranslation('form');
  const at = useSyncExternalStore(kept.listen, kept.get, kept.get);
  return (
    <p aria-live="polite" className="self-center text-small text-ink-second empty:hidden">
      {at && found === undefined && t('form:draft.kept', { time: formatTime(at, i18n.language) })}
    </p>
  );
}
