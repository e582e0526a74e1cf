import { useTranslation } from 'next-i18next/pages';
import { EndlessList } from '@/components/table/endless-list';
import type { HistoryEntry, historyFamilies } from '@/contract/core/history';
import { useCan } from '@/lib/api/capabilities';
import { formatDateTime } from '@/lib/format/format';
import { HistoryChanges } from './history-changes';
import { useHistoryWords } from './use-history-words';

interface HistoryProps {
  family: (typeof historyFamilies)[number];
  id: number;
  /** Labels of the family's fields; undefined without its own form. */
  labelOf?: (path: string) => string | undefined;
}

/** Audit log of a row, latest first. Administrators only. */
export function History({ family, id, labelOf }: HistoryProps) {
  const { t } = useTranslation(['insights', 'common']);
  if (!useCan('history')) return null;
  return (
    <section className="rounded-card border border-line bg-surface p-4">
      <h2 className="text-card font-semibold">{t('insights:history.title')}</h2>
      <div className="mt-2">
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
          {(entry) => <Entry key={entry.id} {...{ family, entry, labelOf }} />}
        </EndlessList>
      </div>
    </section>
  );
}

type Labels = HistoryProps['labelOf'] | undefined;

function Entry({ family, entry, labelOf }: { family: string; entry: HistoryEntry; labelOf: Labels }) {
  const { t, i18n } = useTranslation(['insights', 'common']);
  const words = useHistoryWords(family, labelOf);
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{words.action(entry.action)}</span>
        <span className="text-small text-ink-second">
          {entry.user?.name ?? t('insights:history.system')}
          {', '}
          <time dateTime={entry.at}>{formatDateTime(entry.at, i18n.language)}</time>
          {entry.ip && `, ${t('insights:history.from', { ip: entry.ip })}`}
        </span>
      </p>
      <HistoryChanges {...{ family, entry, labelOf }} />
    </li>
  );
}
