import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { type FieldValues, get, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { TextPicker } from '@/components/inputs/text-picker';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { valueKey } from '@/contract/catalogue/attributes/value-key';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { api } from '@/lib/api/client';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { type CharacteristicRow, withoutRow, withRow } from './characteristic-rows';

interface CharacteristicsCardProps {
  form: UseFormReturn<FieldValues>;
  product: ProductDetails | undefined;
  shopId: number;
}

/** What the product is like: what its categories demand first, then what the person adds. */
export function CharacteristicsCard({ form, product, shopId }: CharacteristicsCardProps) {
  const { t } = useTranslation(['catalogue', 'form']);
  const { rows, required, known, setRows } = useCharacteristics({ form, product, shopId });
  const { errors } = useFormState({ control: form.control, name: 'characteristics' });
  const messageAt = (path: string) => {
    const found = get(errors, path) as { message?: unknown } | undefined;
    return typeof found?.message === 'string' ? found.message : undefined;
  };
  const wordOf = (message: string | undefined) =>
    message && t([`catalogue:products.form.errors.${message}`, `form:${message}`], { defaultValue: message });
  const missing = messageAt('characteristics');
  const words = (key: string) => t(`catalogue:products.form.characteristics.${key}`);
  const errorOf = (index: number, part: 'name' | 'value') =>
    wordOf(messageAt(`characteristics.${index}.${part}`));
  const free = known.filter(
    (name) =>
      ![...rows.map((row) => row.name), ...required].some((used) => valueKey(used) === valueKey(name)),
  );
  const isNeeded = (name: string) => required.some((one) => valueKey(one) === valueKey(name));

  return (
    <Card title={t('catalogue:products.form.sections.characteristics')} text={words('text')} isForm>
      {required.map((name) => {
        const index = rows.findIndex((row) => valueKey(row.name) === valueKey(name));
        const value = rows[index]?.value ?? '';
        const error = index < 0 ? wordOf(missing && 'error-value-required') : errorOf(index, 'value');
        return (
          <ValueField
            key={name}
            id={`field-characteristics-${valueKey(name)}`}
            name={name}
            shopId={shopId}
            value={value}
            error={error}
            isRequired
            onChange={(text) => setRows(withRow(rows, name, text, required))}
          />
        );
      })}
      {rows.map((row, index) =>
        isNeeded(row.name) ? null : (
          <AddedRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a name is being typed, and rows have no other identity
            key={index}
            index={index}
            row={row}
            names={namesLike(free, row.name)}
            shopId={shopId}
            errorOf={(part) => errorOf(index, part)}
            onChange={(next) => setRows(next ? rows.with(index, next) : withoutRow(rows, index))}
          />
        ),
      )}
      {missing && (
        <p role="alert" className="text-small font-medium text-bad">
          {wordOf(missing)}
        </p>
      )}
      <div>
        <Button
          icon={<Plus className="size-4" />}
          onClick={() => setRows([...rows, { name: '', value: '' }])}
        >
          {words('add')}
        </Button>
      </div>
    </Card>
  );
}

interface AddedRowProps {
  index: number;
  row: CharacteristicRow;
  /** Offered for the name. */
  names: readonly string[];
  shopId: number;
  errorOf: (part: 'name' | 'value') => string | undefined;
  /** Undefined takes the row away. */
  onChange: (row: CharacteristicRow | undefined) => void;
}

/** A characteristic that no category demands: its name and value. */
function AddedRow({ index, row, names, shopId, errorOf, onChange }: AddedRowProps) {
  const { t } = useTranslation('catalogue');
  const words = (key: string) => t(`catalogue:products.form.characteristics.${key}`);
  return (
    <div className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 items-start gap-x-3 gap-y-2 @md:grid-cols-[13rem_minmax(0,1fr)]">
        <Field id={`field-characteristics-${index}-name`} label={words('name')} error={errorOf('name')}>
          {(control) => (
            <TextPicker
              control={control}
              value={row.name}
              options={names}
              maxLength={120}
              onChange={(name) => onChange({ name, value: row.value })}
            />
          )}
        </Field>
        <ValueField
          id={`field-characteristics-${index}-value`}
          name={row.name}
          label={words('value')}
          shopId={shopId}
          value={row.value}
          error={errorOf('value')}
          onChange={(value) => onChange({ ...row, value })}
        />
      </div>
      <Button
        variant="ghost"
        className="mt-7"
        aria-label={t('catalogue:products.form.characteristics.remove', {
          name: row.name || words('value'),
        })}
        icon={<Trash2 className="size-4" />}
        onClick={() => onChange(undefined)}
      />
    </div>
  );
}

/** Known names that contain what is typed; all of them for a name that is one of them. */
export function namesLike(names: readonly string[], text: string): readonly string[] {
  const key = valueKey(text);
  return names.filter((name) => valueKey(name).includes(key)).slice(0, maxShown);
}

const maxShown = 50;

function useCharacteristics({ form, product, shopId }: CharacteristicsCardProps) {
  const [rows = [], categories = []]: [CharacteristicRow[]?, { id: number }[]?] = useWatch({
    control: form.control,
    name: ['characteristics', 'categories'],
  }) as never;
  const ids = categories.map(({ id }) => id).sort((one, other) => one - other);
  const names = useQuery({
    queryKey: ['attributes', 'of-product', shopId, ids],
    queryFn: () => api.get('product-characteristics', { shop_id: shopId, categories: ids.join(',') }),
    placeholderData: (before) => before,
  });
  // Variations say it already.
  const said = new Set(product?.variations.map(({ attribute }) => valueKey(attribute?.name ?? '')));
  return {
    rows,
    required: (names.data?.required ?? []).filter((name) => !said.has(valueKey(name))),
    known: names.data?.known ?? [],
    setRows: (next: CharacteristicRow[]) => {
      form.clearErrors('characteristics');
      form.setValue('characteristics', next, { shouldDirty: true });
    },
  };
}

interface ValueFieldProps {
  id: string;
  /** Of the characteristic. */
  name: string;
  /** The name by default. */
  label?: string;
  /** Without a shop nothing is offered. */
  shopId: number | undefined;
  value: string;
  error: string | undefined;
  isRequired?: boolean;
  onChange: (value: string) => void;
}

/** A value, typed or chosen from those of the shop for this characteristic; they are asked for with the focus. */
export function ValueField({ name, label = name, shopId, value, onChange, ...frame }: ValueFieldProps) {
  const [isAsked, setAsked] = useState(false);
  const search = useDebouncedValue(value);
  const asked = useDebouncedValue(name);
  const values = useQuery({
    queryKey: ['attributes', 'values-of-product', shopId, valueKey(asked), search],
    queryFn: () => api.get('product-characteristics/values', { shop_id: shopId ?? 0, name: asked, search }),
    enabled: isAsked && shopId !== undefined && asked.trim() !== '',
    placeholderData: (before) => before,
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes focus of the field inside
    <div onFocus={() => setAsked(true)} className="min-w-0">
      <Field {...frame} label={label}>
        {(control) => (
          <TextPicker
            control={control}
            value={value}
            options={values.data?.data ?? []}
            maxLength={1000}
            onChange={onChange}
          />
        )}
      </Field>
    </div>
  );
}
