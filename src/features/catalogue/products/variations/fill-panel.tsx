import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ChoiceField } from '@/components/inputs/choice-field';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { NumberInput } from '@/components/inputs/number-input';
import { RadioGroup } from '@/components/inputs/radio-group';
import { Select } from '@/components/inputs/select';
import { Button } from '@/components/ui/button';
import type { Attachment } from '@/contract/core/define';
import { applyFilling, expandSku, type Filling } from './fill';
import type { MatrixStore, Shape } from './matrix-store';
import { PictureChoice } from './picture-choice';
import { useShape } from './use-matrix';

interface FillPanelProps {
  store: MatrixStore;
  form: UseFormReturn<FieldValues>;
  id: string;
  onFilled: (rows: number) => void;
}

const fields = ['price', 'sale-price', 'quantity', 'sku', 'picture', 'on-sale'] as const;
type FillField = (typeof fields)[number];
type Scope = 'ticked' | 'shown' | 'all';

/** Fills a column of many variations: all, the filtered or the selected ones. */
export function FillPanel({ store, form, id, onFilled }: FillPanelProps) {
  const { t } = useTranslation('catalogue');
  const inputId = useId();
  const shape = useShape(store);
  const [input, setInput] = useState(firstInput);
  // A picture may arrive after other fields have changed.
  const set = (change: Partial<FillInput>) => setInput((before) => ({ ...before, ...change }));
  const [wanted, setWanted] = useState<Scope>();
  const scopes = availableScopes(store, shape);
  const scope = scopes.find(({ name }) => name === wanted) ?? scopes[0];

  const apply = () => {
    const filling = buildFilling(input, skuBase(form));
    store.fill(scope?.keys ?? [], (row, place) => applyFilling(row, filling, place, shape.names));
    onFilled(scope?.keys.length ?? 0);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    // Keeps Enter from submitting the product form.
    event.preventDefault();
    if (event.target.type === 'text') apply();
  };
  return (
    <fieldset id={id} className="@container rounded-control bg-sunken p-3" onKeyDown={handleKey}>
      <legend className="sr-only">{t('catalogue:products.variations.fill')}</legend>
      <div className="grid items-start gap-3 @xl:grid-cols-[minmax(0,13rem)_minmax(0,1fr)]">
        <Field
          as={Select}
          id={`${inputId}-field`}
          label={t('catalogue:products.variations.what')}
          value={input.field}
          options={fields.map((name) => ({
            value: name,
            label: t(`catalogue:products.variations.${name}`),
          }))}
          onChange={({ target }) => set({ field: fields.find((name) => name === target.value) ?? 'price' })}
        />
        <FillValue
          store={store}
          form={form}
          input={input}
          id={inputId}
          first={scope?.keys[0]}
          onChange={set}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {scopes.length > 1 && (
          <ScopeChoice id={`${inputId}-scope`} scopes={scopes} chosen={scope?.name} onChange={setWanted} />
        )}
        <Button variant="primary" disabled={!scope || scope.keys.length === 0} onClick={apply}>
          {t('catalogue:products.variations.apply', { count: scope?.keys.length ?? 0 })}
        </Button>
      </div>
    </fieldset>
  );
}

/** Available scopes, the narrowest first. */
function availableScopes(
  store: MatrixStore,
  { shown, ticked, included }: Shape,
): { name: Scope; keys: string[] }[] {
  const all = store.includedKeys();
  return [
    { name: 'ticked' as const, keys: all.filter((key) => ticked.has(key)), isThere: ticked.size > 0 },
    { name: 'shown' as const, keys: shown, isThere: shown.length < included },
    { name: 'all' as const, keys: all, isThere: true },
  ].filter(({ isThere }) => isThere);
}

interface FillInput {
  field: FillField;
  text: string;
  template: string;
  picture: Attachment | null;
  isOn: boolean;
}

const firstInput: FillInput = {
  field: 'price',
  text: '',
  template: '{sku}-{n}',
  picture: null,
  isOn: true,
};

function buildFilling({ field, text, template, picture, isOn }: FillInput, base: string): Filling {
  if (field === 'sku') return { field, template, base };
  if (field === 'picture') return { field: 'image', image: picture };
  if (field === 'on-sale') return { field: 'is_disable', isOff: !isOn };
  return { field: field === 'sale-price' ? 'sale_price' : field, text };
}

interface FillValueProps {
  store: MatrixStore;
  form: UseFormReturn<FieldValues>;
  input: FillInput;
  id: string;
  /** Key of the row used for the sample. */
  first: string | undefined;
  onChange: (change: Partial<FillInput>) => void;
}

function FillValue({ store, form, input, id, first, onChange }: FillValueProps) {
  const { t } = useTranslation('catalogue');
  const { field, text, template, picture, isOn } = input;
  const words = t(`catalogue:products.variations.${field}`);
  return (
    <>
      {(field === 'price' || field === 'sale-price' || field === 'quantity') && (
        <Field
          as={NumberInput}
          id={`${id}-text`}
          label={words}
          hint={field === 'sale-price' ? t('catalogue:products.variations.empty-clears') : undefined}
          value={text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      )}
      {field === 'sku' && (
        <SkuTemplate
          store={store}
          id={`${id}-sku`}
          base={skuBase(form)}
          first={first}
          value={template}
          onChange={(changed) => onChange({ template: changed })}
        />
      )}
      {field === 'picture' && (
        <PictureChoice form={form} value={picture} onChange={(chosen) => onChange({ picture: chosen })} />
      )}
      {field === 'on-sale' && (
        <ChoiceField
          id={`${id}-sale`}
          label={words}
          value={String(isOn)}
          values={['true', 'false']}
          word={(value) => t(`catalogue:products.variations.switch-${value}`)}
          onChange={(value) => onChange({ isOn: value === 'true' })}
        />
      )}
    </>
  );
}

interface ScopeChoiceProps {
  id: string;
  scopes: { name: Scope; keys: string[] }[];
  chosen: Scope | undefined;
  onChange: (scope: Scope | undefined) => void;
}

function ScopeChoice({ id, scopes, chosen, onChange }: ScopeChoiceProps) {
  const { t } = useTranslation('catalogue');
  return (
    <RadioGroup
      control={{ id }}
      name={id}
      label={t('catalogue:products.variations.where')}
      value={chosen ?? 'all'}
      options={scopes.map(({ name, keys }) => ({
        value: name,
        label: t(`catalogue:products.variations.scope-${name}`, { count: keys.length }),
      }))}
      onChange={(name) => onChange(scopes.find((one) => one.name === name)?.name)}
    />
  );
}

/** Value of `{sku}`: the product's SKU, else its slug. */
function skuBase(form: UseFormReturn<FieldValues>): string {
  const [sku, slug] = [form.getValues('sku'), form.getValues('slug')].map((value: unknown) =>
    typeof value === 'string' ? value.trim() : '',
  );
  return sku || (slug ?? '').slice(0, 24).replace(/-+$/, '').toUpperCase() || 'SKU';
}

interface SkuTemplateProps {
  store: MatrixStore;
  id: string;
  base: string;
  /** Key of the row used for the sample. */
  first: string | undefined;
  value: string;
  onChange: (template: string) => void;
}

function SkuTemplate({ store, id, base, first, value, onChange }: SkuTemplateProps) {
  const { t } = useTranslation('catalogue');
  const { names, attributes } = useShape(store);
  const input = useRef<HTMLInputElement>(null);
  const row = first === undefined ? undefined : store.row(first);
  const used = attributes.filter(({ values }) => values.length > 0);
  const parts = [
    { code: '{sku}', title: t('catalogue:products.variations.part-sku', { base }) },
    { code: '{n}', title: t('catalogue:products.variations.part-n') },
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
        as={Input}
        id={id}
        label={t('catalogue:products.variations.template')}
        hint={
          row &&
          t('catalogue:products.variations.template-sample', { sku: expandSku(value, row, 1, base, names) })
        }
        ref={input}
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <ul className="mt-1.5 flex flex-wrap gap-1.5">
        {parts.map(({ code, title }) => (
          <li key={code}>
            <button
              type="button"
              title={title}
              aria-label={t('catalogue:products.variations.insert-part', { code, title })}
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
