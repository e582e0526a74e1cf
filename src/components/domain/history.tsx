import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { EndlessList } from '@/components/table/endless-list';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { HistoryEntry, historyFamilies } from '@/contract/core/history';
import { useCan } from '@/lib/api/capabilities';
import { formatDateTime } from '@/lib/format/format';
import { HistoryChanges } from './history-changes';
import { useHistoryWords } from './use-history-words';

export interface HistoryProps {
  family: (typeof historyFamilies)[number];
  id: number;
  /** Labels of the family's fields; undefined without its own form. */
  labelOf?: (path: string) => string | undefined;
  /** Offers to put a saved form back. */
  onUndo?: ((entry: HistoryEntry) => void) | undefined;
  /** Offers to show the row as of a moment. */
  onAsOf?: (() => void) | undefined;
  /** Shown at once: where somebody has already asked for details. */
  isOpen?: boolean;
}

/** Audit log of a row, latest first, when somebody asks for it: few who open a record do. */
export function History({ family, id, labelOf, onUndo, onAsOf, isOpen = false }: HistoryProps) {
  const { t } = useTranslation(['insights', 'common']);
  const [isShown, setShown] = useState(isOpen);
  if (!useCan('history')) return null;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="text-card font-semibold">{t('insights:history.title')}</h2>
        <span className="flex gap-2">
          {onAsOf && (
            <Button size="small" onClick={onAsOf}>
              {t('insights:history.as-of.open')}
            </Button>
          )}
          <Button
            size="small"
            aria-expanded={isShown}
            aria-label={`${t('insights:history.title')}: ${t(`insights:history.${isShown ? 'fold' : 'open'}`)}`}
            onClick={() => setShown(!isShown)}
          >
            {t(`insights:history.${isShown ? 'fold' : 'open'}`)}
          </Button>
        </span>
      </div>
      {isShown && (
        <div className="mt-4">
          <EndlessList
            queryKey={[family, 'history', id]}
            endpoint="audit"
            query={{ family, id }}
            texts={{
              empty: t('insights:history.empty'),
              failed: t('insights:history.failed'),
              more: t('insights:history.more'),
            }}
          >
            {(entry) => (
              <Entry key={entry.id} family={family} entry={entry} labelOf={labelOf} onUndo={onUndo} />
            )}
          </EndlessList>
        </div>
      )}
    </Card>
  );
}

type EntryProps = Pick<HistoryProps, 'family' | 'labelOf' | 'onUndo'> & { entry: HistoryEntry };

function Entry({ family, entry, labelOf, onUndo }: EntryProps) {
  const { t, i18n } = useTranslation(['insights', 'common']);
  const words = useHistoryWords(family, labelOf);
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{words.action(entry.action)}</span>
        <span className="text-small text-ink-second">
          {entry.user?.name ?? t('insights:history.system')}
          {', '}
          <time dateTime={entry.at}>{formatDateTime(entry.at, i18n.language)}</time>
          {entry.ip && `, ${t('insights:history.from', { ip: entry.ip })}`}
        </span>
      </p>
      <HistoryChanges family={family} entry={entry} labelOf={labelOf} />
      {onUndo && isSave(entry) && (
        <button
          type="button"
          className="mt-1 min-h-8 text-small text-accent-ink hover:underline pointer-coarse:min-h-10"
          onClick={() => onUndo(entry)}
        >
          {t('insights:history.undo')}
        </button>
      )}
    </li>
  );
}

/** A saved form or translation. */
const isSave = ({ action, changes }: HistoryEntry) =>
  /^(update$|translate:)/.test(action) && Object.keys(changes).length > 0;
