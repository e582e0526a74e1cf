import { useTranslation } from 'next-i18next/pages';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { typedFields } from './fill';
import { rowTitle } from './matrix';
import { MatrixCell } from './matrix-cell';
import type { MatrixStore } from './matrix-store';
import { PictureTool, RowMore, RowTitle, SaleTool } from './row-tools';
import { type MatrixWords, useShape } from './use-matrix';

interface MatrixCardsProps {
  store: MatrixStore;
  form: UseFormReturn<FieldValues>;
  words: MatrixWords;
  label: string;
  /** Set by this component: focuses a cell. */
  jump: RefObject<((key: string, field: string) => void) | undefined>;
}

const step = 20;

/** Variations as cards on phones, where nine columns do not fit. */
export function MatrixCards({ store, form, words, label, jump }: MatrixCardsProps) {
  const { t } = useTranslation('catalogue');
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
                title={rowTitle(row, names)}
                onExclude={() => store.exclude([key], true)}
                store={store}
                form={form}
                words={words}
                id={id}
              />
            )
          );
        })}
      </ul>
      {shown.length === 0 && (
        <p className="py-6 text-center text-ink-second">{t('catalogue:products.variations.none-shown')}</p>
      )}
      {shown.length > limit && (
        <Button className="mt-3 w-full" onClick={() => setLimit(limit + step)}>
          {t('catalogue:products.variations.show-more', { count: shown.length - limit })}
        </Button>
      )}
    </>
  );
}

interface MatrixCardProps extends Pick<MatrixCardsProps, 'store' | 'form' | 'words'> {
  rowKey: string;
  title: string;
  id: string;
  onExclude: () => void;
}

function MatrixCard({ store, form, rowKey, title, words, id, onExclude }: MatrixCardProps) {
  const { t } = useTranslation('catalogue');
  const tools = { store, rowKey, title };
  return (
    <li
      className="py-3"
      onBlur={({ target }) => {
        const [, name] = (target.dataset.cell ?? '').split(':');
        const field = typedFields.find((one) => one === name);
        if (field) store.touch(rowKey, field);
      }}
    >
      <div className="flex items-center gap-2">
        <PictureTool {...tools} form={form} />
        <RowTitle {...tools} />
        <SaleTool {...tools} />
        <IconButton
          icon="x"
          tone="danger"
          label={t('catalogue:products.variations.exclude-one', { title })}
          onClick={onExclude}
        />
      </div>
      <div className="mt-2 grid grid-cols-2 gap-x-3 gap-y-2">
        {typedFields.map((field) => (
          <div key={field} className={field === 'barcode' ? 'col-span-full' : ''}>
            <span aria-hidden="true" className="mb-1 block text-small text-ink-second">
              {words[field]}
            </span>
            <MatrixCell
              store={store}
              rowKey={rowKey}
              field={field}
              id={`${id}-${rowKey}-${field}`}
              label={`${words[field]}: ${title}`}
              isRoomy
            />
          </div>
        ))}
      </div>
      <RowMore store={store} rowKey={rowKey} isFileOnly />
    </li>
  );
}
