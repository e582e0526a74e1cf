import { useTranslation } from 'next-i18next/pages';
import { type Control, type FieldValues, get, useFormState } from 'react-hook-form';

/** Parts of the form in their order, and the fields that stand in each, for its mark. */
export const formParts: Record<string, readonly string[]> = {
  main: ['name', 'slug', 'description', 'unit'],
  kind: ['product_type', 'price', 'sale_price', 'quantity', 'quantity_reason', 'sku', 'barcode'],
  variations: ['matrix', 'variations', 'variation_options'],
  source: [
    'digital_file',
    'is_external',
    'external_product_url',
    'external_product_button_text',
    'preview_url',
  ],
  shipping: ['length', 'width', 'height', 'weight', 'delivery_class_id', 'box_id'],
  accounting: ['vat_rate', 'requires_marking', 'low_stock_threshold'],
  video: ['video'],
  seo: ['seo'],
  status: ['status'],
  pictures: ['image', 'gallery'],
  filed: ['type_id', 'categories', 'tags', 'manufacturer_id', 'author_id'],
};

interface FormPartsProps {
  control: Control<FieldValues>;
  parts: readonly string[];
}

/** The way through a long form, with a mark where something is wrong. */
export function FormParts({ control, parts }: FormPartsProps) {
  const { t } = useTranslation('form');
  const { errors } = useFormState({ control });
  return (
    <nav
      aria-label={t('form:products.form.parts')}
      className="sticky top-18 hidden rounded-card border border-line bg-surface p-2 desk:block"
    >
      <ul>
        {parts.map((name) => {
          const isWrong = formParts[name]?.some((path) => get(errors, path) !== undefined);
          return (
            <li key={name}>
              <a
                href={`#${name}`}
                className="flex h-8 items-center justify-between rounded-control px-2.5 text-ink-second hover:bg-sunken hover:text-ink"
              >
                {t(`form:products.form.sections.${name}`)}
                {isWrong && (
                  <span
                    role="img"
                    aria-label={t('form:products.form.part-wrong')}
                    className="size-2 rounded-full bg-bad"
                  />
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
