import { useTranslation } from 'next-i18next/pages';
import type { HistoryEntry } from '@/contract/core/history';
import { type ChangeInWords, useHistoryWords } from './use-history-words';

interface HistoryChangesProps {
  family: string;
  entry: Pick<HistoryEntry, 'action' | 'changes'>;
  /** Labels of the family's fields; undefined without its own form. */
  labelOf?: ((path: string) => string | undefined) | undefined;
}

/** Changed fields of an entry, one per line; nothing for a creation. */
export function HistoryChanges({ family, entry, labelOf }: HistoryChangesProps) {
  const changes = useHistoryWords(family, labelOf).changes(entry);
  if (changes.length === 0) return null;
  return (
    <ul className="mt-1 space-y-1 text-small">
      {changes.map((change) => (
        <Change key={change.path} change={change} />
      ))}
    </ul>
  );
}

function Change({ change: { label, before, after, isSecret } }: { change: ChangeInWords }) {
  const { t } = useTranslation('insights');
  return (
    <li className="min-w-0 break-words">
      <span className="text-ink-second">{label}: </span>
      {isSecret ? (
        t('insights:history.secret')
      ) : (
        <>
          {before !== undefined && (
            <>
              <del className="text-ink-second">{before}</del>
              {' → '}
            </>
          )}
          <ins className="no-underline">{after ?? t('insights:history.nothing')}</ins>
        </>
      )}
    </li>
  );
}
