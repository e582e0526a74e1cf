import words from '@locales/ru/resources.json?history';
import { useTranslation } from 'next-i18next/pages';
import type { HistoryEntry, historyFamilies } from '@/contract/history';
import { formatDateTime } from '@/lib/format';
import { type FieldChange, historyWord, leafChanges } from '@/lib/history-changes';
import { addWords } from '@/lib/i18n';
import { EndlessList } from './endless-list';

addWords('resources', { history: words.history });

interface HistoryProps {
  family: (typeof historyFamilies)[number];
  id: number;
  /** Words of the family's own form for its fields; undefined where it has none. */
  labelOf?: (path: string) => string | undefined;
}

/** Who changed what in a row, the latest first (issue "people": audit). For administrators: nobody else is answered. */
export function History({ family, id, labelOf }: HistoryProps) {
  const { t } = useTranslation(['resources', 'common']);
  return (
    <section className="rounded-card border border-line bg-surface p-4">
      <h2 className="text-card font-semibold">{t('resources:history.title')}</h2>
      <div className="mt-2">
        <EndlessList<HistoryEntry>
          queryKey={[family, 'history', id]}
          endpoint="audit"
          query={{ family, id }}
          texts={{
            empty: t('resources:history.empty'),
            failed: t('resources:history.failed'),
            more: t('resources:history.more'),
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
  const { t, i18n } = useTranslation(['resources', 'common']);
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">
          {t(`resources:history.actions.${historyWord(entry.action)}`, { defaultValue: entry.action })}
        </span>
        <span className="text-small text-ink-second">
          {entry.user?.name ?? t('resources:history.system')}
          {', '}
          <time dateTime={entry.at}>{formatDateTime(entry.at, i18n.language)}</time>
          {entry.ip && `, ${t('resources:history.from', { ip: entry.ip })}`}
        </span>
      </p>
      <ul className="mt-1 space-y-1 text-small">
        {leafChanges(entry.changes).map((change) => (
          <Change key={change.path} {...{ family, change, labelOf }} />
        ))}
      </ul>
    </li>
  );
}

function Change({ family, change, labelOf }: { family: string; change: FieldChange; labelOf: Labels }) {
  const { t } = useTranslation(['resources', 'common']);
  const { path, before, after } = change;
  const last = path.split('.').at(-1) ?? path;
  const words = [
    `resources:${family}.fields.${path}`,
    `resources:${family}.fields.${last}`,
    `common:fields.${last}`,
  ];
  const label = labelOf?.(path) ?? t(words, { defaultValue: last });
  const text = (value: unknown) => {
    if (value === null || value === '') return t('resources:history.nothing');
    if (typeof value === 'boolean') return t(value ? 'resources:history.yes' : 'resources:history.no');
    const word = String(value);
    return t([`resources:${family}.options.${last}.${word}`, `resources:${family}.options.${path}.${word}`], {
      defaultValue: word,
    });
  };
  return (
    <li className="min-w-0 break-words">
      <span className="text-ink-second">{label}: </span>
      {before === '•••' ? (
        t('resources:history.secret')
      ) : (
        <>
          <del className="text-ink-second">{text(before)}</del>
          {' → '}
          <ins className="no-underline">{text(after)}</ins>
        </>
      )}
    </li>
  );
}
