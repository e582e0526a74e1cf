import { useTranslation } from 'next-i18next/pages';
import { useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import type { DraftState } from '@/crud/form/use-draft';
import { formatDateTime } from '@/lib/format/format';

interface DraftNoteProps {
  draft: DraftState;
  /** Label of the discard button: what the form returns to. */
  dropLabel: string;
  /** Shown until the first write. */
  idle?: string;
}

/** Says that a draft was restored and when it was last saved. */
export function DraftNote({ draft, dropLabel, idle }: DraftNoteProps) {
  const { t, i18n } = useTranslation('form');
  const { found, isOlder, kept } = draft;
  const keptAt = useSyncExternalStore(kept.listen, kept.get, kept.get);
  const clock = (iso: string) => new Date(iso).toLocaleTimeString(i18n.language, { timeStyle: 'short' });
  const isToday = found !== undefined && new Date(found).toDateString() === new Date().toDateString();
  const state = keptAt ? t('form:draft.kept', { time: clock(keptAt) }) : idle;
  return (
    <div className="grid gap-2">
      {found && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-accent-soft px-3 py-2 text-accent-ink">
          <span className="min-w-0 flex-1 basis-60">
            {t('form:draft.found', { date: isToday ? clock(found) : formatDateTime(found, i18n.language) })}{' '}
            {isOlder && t('form:draft.older')}
          </span>
          <Button size="small" onClick={draft.drop}>
            {dropLabel}
          </Button>
        </p>
      )}
      <p role="status" className="text-small text-ink-second empty:hidden">
        {state}
      </p>
    </div>
  );
}
