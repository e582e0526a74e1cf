import { useTranslation } from 'next-i18next/pages';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { typedFields } from './fill';
import { titleOf } from './matrix';
import { MatrixCard } from './matrix-card';
import type { MatrixStore } from './matrix-store';
import { useShape } from './use-matrix';
import type { MatrixWords } from './use-matrix-words';

interface MatrixCardsProps {
  store: MatrixStore;
  form: UseFormReturn<FieldValues>;
  words: MatrixWords;
  label: string;
  /** Is given how to go to a cell. */
  jump: RefObject<((key: string, field: string) => void) | undefined>;
}

const step = 20;

/** The variations below each other, for a phone: a table of nine columns has no room there. */
export function MatrixCards({ store, form, words, label, jump }: MatrixCardsProps) {
  const { t } = useTranslation('form');
  const id = useId();
  const { shown, names } = useShape(store);
  const [limit, setLimit] = useState(step);
  const wanted = useRef<string>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const focus = () => {
    const input = wanted.current && list.current?.querySelector<HTMLElement>(wanted.current);
    if (!input) return;
    wanted.current = undefined;
    input.focus();
  };

  useEffect(() => {
    focus();
    jump.current = (key, field) => {
      const place = store.shape().shown.indexOf(key);
      const known = typedFields.find((one) => one === field) ?? 'price';
      wanted.current = `[data-cell="${key}:${known}"]`;
      if (place < limit) focus();
      else setLimit(place + step);
    };
  });

  return (
    <>
      <ul ref={list} aria-label={label} className="divide-y divide-line border-y border-line">
        {shown.slice(0, limit).map((key) => {
          const row = store.row(key);
          return (
            row && (
              <MatrixCard
                key={key}
                rowKey={key}
                title={titleOf(row, names)}
                onExclude={() => store.exclude([key], true)}
                {...{ store, form, words, id }}
              />
            )
          );
        })}
      </ul>
      {shown.length === 0 && (
        <p className="py-6 text-center text-ink-second">{t('form:products.variations.none-shown')}</p>
      )}
      {shown.length > limit && (
        <Button className="mt-3 w-full" onClick={() => setLimit(limit + step)}>
          {t('form:products.variations.show-more', { count: shown.length - limit })}
        </Button>
      )}
    </>
  );
}
