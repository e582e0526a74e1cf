import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { IconButton } from '@/components/ui/icon-button';
import { typedFields } from './fill';
import { MatrixCell } from './matrix-cell';
import type { MatrixStore } from './matrix-store';
import { RowMore } from './row-more';
import { RowTitle } from './row-title';
import { PictureTool, SaleTool } from './row-tools';
import type { MatrixWords } from './use-matrix-words';

interface MatrixCardProps {
  store: MatrixStore;
  form: UseFormReturn<FieldValues>;
  rowKey: string;
  title: string;
  words: MatrixWords;
  id: string;
  onExclude: () => void;
}

/** A variation on a phone. */
export function MatrixCard({ store, form, rowKey, title, words, id, onExclude }: MatrixCardProps) {
  const { t } = useTranslation('form');
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
          label={t('form:products.variations.exclude-one', { title })}
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
