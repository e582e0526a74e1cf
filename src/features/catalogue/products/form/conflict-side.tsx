import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { StoredText } from '@/components/editor/stored-text';
import { Chips } from '@/components/ui/chips';
import { isRecord } from '@/contract/core/own-value';
import { readMatrix, rowTitle, valuesById } from '@/features/catalogue/products/variations/matrix';
import { fileUrl } from '@/lib/api/client';
import { pictureIn, picturesIn } from '@/lib/format/pictures';
import { useFormWords } from './use-form-words';

/** Fields whose values have translated labels. */
const translatedFields = ['status', 'product_type', 'vat_rate'];
/** Further rows are only counted. */
const maxRows = 30;

/** One side of a field in the conflict view, formatted: pictures, names, lines of variations. */
export function ConflictSide({ name, value }: { name: string; value: unknown }): ReactNode {
  const { t } = useTranslation(['catalogue', 'common']);
  const words = useFormWords();
  const empty = <span className="text-ink-second">{t('catalogue:products.form.nothing')}</span>;
  const pictures = pictureIn(value) ? [value].flatMap((one) => pictureIn(one) ?? []) : picturesIn(value);
  if (pictures.length > 0) return <Pictures pictures={pictures} />;
  if (name === 'matrix') return <VariationLines value={value} />;
  if (typeof value === 'boolean') return t(value ? 'common:text-yes' : 'common:text-no');
  if (name === 'description' && value) return <StoredText text={String(value)} />;
  if (Array.isArray(value)) {
    const names = value.map(displayName).filter(Boolean);
    return names.length > 0 ? <Chips names={names} most={50} /> : empty;
  }
  if (name === 'seo' && isRecord(value)) {
    const parts = Object.entries(value).filter(([, part]) => part);
    if (parts.length === 0) return empty;
    return parts.map(([key, part]) => `${words.field(`seo.${key}`)}: ${displayName(part)}`).join('\n');
  }
  const text = displayName(value);
  if (text === '') return empty;
  return translatedFields.includes(name) ? words.option(name, text) : text;
}

function Pictures({
  pictures,
}: {
  pictures: readonly { id: number; original: string; thumbnail: string }[];
}) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {pictures.map(({ id, original, thumbnail }) => (
        <img
          key={id}
          src={fileUrl(thumbnail || original)}
          alt=""
          className="size-16 rounded-control border border-line object-cover"
        />
      ))}
    </span>
  );
}

function VariationLines({ value }: { value: unknown }) {
  const { t } = useTranslation('catalogue');
  const matrix = readMatrix(value);
  const rows = matrix?.rows.filter(({ isExcluded }) => !isExcluded) ?? [];
  const names = valuesById(matrix?.attributes ?? []);
  return (
    <>
      <span className="block font-medium">
        {t('catalogue:products.form.variations-count', { count: rows.length })}
      </span>
      {rows.slice(0, maxRows).map((row) => (
        <span key={row.key} className="block text-small">
          {t('catalogue:products.form.variation-line', {
            title: rowTitle(row, names),
            price: row.sale_price || row.price || '—',
            quantity: row.quantity || '0',
            sku: row.sku || '—',
          })}
        </span>
      ))}
      {rows.length > maxRows && '…'}
    </>
  );
}

/** Display name: the label of a record, the name of a file, the address of a link. */
function displayName(value: unknown): string {
  if (!isRecord(value)) return String(value ?? '').trim();
  if ('name' in value && 'value' in value) return `${String(value.name)}: ${String(value.value)}`;
  return String(value.label ?? value.name ?? value.file_name ?? value.url ?? '');
}
