import { useTranslation } from 'next-i18next/pages';
import { useRef } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { skuOf } from './fill';
import type { MatrixStore } from './matrix-store';
import { useShape } from './use-matrix';

interface SkuTemplateProps {
  store: MatrixStore;
  id: string;
  base: string;
  /** Row whose SKU is shown as it would be. */
  first: string | undefined;
  value: string;
  onChange: (template: string) => void;
}

/** A template of SKUs, with its parts to click and the first SKU that it makes. */
export function SkuTemplate({ store, id, base, first, value, onChange }: SkuTemplateProps) {
  const { t } = useTranslation('form');
  const { names, attributes } = useShape(store);
  const input = useRef<HTMLInputElement>(null);
  const row = first === undefined ? undefined : store.row(first);
  const used = attributes.filter(({ values }) => values.length > 0);
  const parts = [
    { code: '{sku}', title: t('form:products.variations.part-sku', { base }) },
    { code: '{n}', title: t('form:products.variations.part-n') },
    ...used.map(({ name }, place) => ({ code: `{value${place + 1}}`, title: name })),
  ];
  const insert = (code: string) => {
    const place = input.current?.selectionEnd ?? value.length;
    onChange(value.slice(0, place) + code + value.slice(place));
    input.current?.focus();
  };
  return (
    <div>
      <Field
        id={id}
        label={t('form:products.variations.template')}
        hint={
          row && t('form:products.variations.template-sample', { sku: skuOf(value, row, 1, base, names) })
        }
      >
        {(control) => (
          <Input
            {...control}
            ref={input}
            autoComplete="off"
            spellCheck={false}
            maxLength={120}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <ul className="mt-1.5 flex flex-wrap gap-1.5">
        {parts.map(({ code, title }) => (
          <li key={code}>
            <button
              type="button"
              title={title}
              aria-label={t('form:products.variations.insert-part', { code, title })}
              className="inline-flex min-h-6.5 items-center gap-1.5 rounded-badge border border-line bg-surface px-2 text-small hover:border-accent pointer-coarse:min-h-10"
              onClick={() => insert(code)}
            >
              <code dir="ltr">{code}</code>
              <span className="text-ink-second">{title}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
