import { useTranslation } from 'next-i18next/pages';
import type { HistoryEntry } from '@/contract/core/history';
import { type FieldChange, leafChanges } from '@/lib/format/history-changes';

interface HistoryChangesProps {
  family: string;
  changes: HistoryEntry['changes'];
  /** Labels of the family's fields; undefined without its own form. */
  labelOf?: ((path: string) => string | undefined) | undefined;
}

/** Values of a change before and after, with the family's labels. */
export function HistoryChanges({ family, changes, labelOf }: HistoryChangesProps) {
  return (
    <ul className="mt-1 space-y-1 text-small">
      {leafChanges(changes).map((change) => (
        <Change key={change.path} {...{ family, change, labelOf }} />
      ))}
    </ul>
  );
}

function Change({
  family,
  change,
  labelOf,
}: {
  family: string;
  change: FieldChange;
  labelOf: HistoryChangesProps['labelOf'];
}) {
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
