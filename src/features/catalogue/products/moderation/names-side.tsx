import { useTranslation } from 'next-i18next/pages';

interface NamesSideProps {
  side: 'before' | 'after';
  names: { id: number; name: string | null }[];
  others: { id: number }[];
}

/** Records that a field refers to; those that the other side lacks are marked, by sign and colour. */
export function NamesSide({ side, names, others }: NamesSideProps) {
  const { t } = useTranslation('form');
  if (names.length === 0) return <p className="text-ink-second">—</p>;
  const mark = side === 'before' ? 'removed' : 'added';
  const tone = side === 'before' ? 'bg-bad-soft text-bad line-through' : 'bg-good-soft text-good';
  return (
    <ul className="flex flex-wrap gap-1">
      {names.map(({ id, name }) => {
        const isAlone = !others.some((other) => other.id === id);
        return (
          <li
            key={id}
            className={`min-h-5.5 rounded-badge px-2 py-0.5 text-small font-medium break-words ${isAlone ? tone : 'bg-line-faint text-ink-second'}`}
          >
            {isAlone && (
              <>
                <span aria-hidden="true">{side === 'before' ? '− ' : '+ '}</span>
                <span className="sr-only">{`${t(`form:products.moderation.${mark}`)}: `}</span>
              </>
            )}
            {name ?? t('form:products.moderation.gone', { id })}
          </li>
        );
      })}
    </ul>
  );
}
